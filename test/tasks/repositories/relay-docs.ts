import { block } from '../support/block.ts'
import type { Files } from '../support/task.ts'

/** The documentation of a service that hands on webhooks, as a docs site with its navigation in docs.json. */
export const RELAY_DOCS: Files = {
  'README.md': block`
    # Relay docs

    The pages of docs.relay.example. \`npx mint dev\` shows them on port 3000.
    Every page is listed in \`docs.json\`.
    `,
  'docs.json': block`
    {
      "$schema": "https://mintlify.com/docs.json",
      "theme": "mint",
      "name": "Relay",
      "colors": { "primary": "#0D9373" },
      "favicon": "/favicon.svg",
      "navigation": {
        "tabs": [
          {
            "tab": "Documentation",
            "groups": [
              { "group": "Get started", "pages": ["index", "quickstart"] },
              {
                "group": "Guides",
                "pages": [
                  "guides/authentication",
                  "guides/playbooks",
                  "guides/retries"
                ]
              }
            ]
          },
          {
            "tab": "API reference",
            "groups": [
              { "group": "Playbooks", "pages": ["api/create-playbook"] },
              { "group": "Events", "pages": ["api/list-events"] }
            ]
          }
        ]
      },
      "redirects": [{ "source": "/start", "destination": "/quickstart" }]
    }
    `,
  'index.mdx': block`
    ---
    title: "Introduction"
    description: "Relay takes webhooks in, runs your playbooks on them and hands them on."
    ---

    Relay stands between the services that send you webhooks and the ones that want them. A playbook says what
    happens to an event on its way.

    <CardGroup cols={2}>
      <Card title="Quickstart" icon="rocket" href="/quickstart">
        Hand on your first event in five minutes.
      </Card>
      <Card title="Playbooks" icon="book" href="/guides/playbooks">
        Filter, change and fan out events.
      </Card>
    </CardGroup>
    `,
  'quickstart.mdx': block`
    ---
    title: "Quickstart"
    description: "Hand on your first event."
    ---

    import Limits from '/snippets/limits.mdx'

    ## Install

    \`\`\`sh
    npm install --global @relay/cli
    relay login
    \`\`\`

    ## Create a playbook

    Every new account has an empty playbook. Give it one target:

    \`\`\`sh
    relay playbook add-target https://example.com/hooks
    \`\`\`

    Then send an event to the address that \`relay whoami\` prints. [Authentication](/guides/authentication) tells how
    senders prove who they are.

    <Limits />
    `,
  'guides/authentication.mdx': block`
    ---
    title: "Authentication"
    description: "Keys for senders and for the API."
    ---

    Senders use a source key, the API an account key. \`relay login\` from the [quickstart](/quickstart#install) makes
    both.

    | Key | Prefix | May |
    |---|---|---|
    | Source key | \`rl_src_\` | send events |
    | Account key | \`rl_acc_\` | change playbooks, read events |
    `,
  'guides/playbooks.mdx': block`
    ---
    title: "Playbooks"
    sidebarTitle: "Playbooks"
    description: "What happens to an event on its way."
    ---

    ## What a playbook is

    A playbook is a list of steps. Playbooks run in the order in which they were made, and each gets what the playbook
    before it left.

    \`\`\`json
    {
      "playbook_id": "pb_42",
      "steps": [{ "filter": "type == 'order.paid'" }, { "target": "https://example.com/hooks" }]
    }
    \`\`\`

    The field \`playbook_id\` never changes. To make a playbook over HTTP, see
    [Create a playbook](/api/create-playbook).
    `,
  'guides/retries.mdx': block`
    ---
    title: "Retries"
    description: "What happens when a target is down."
    ---

    A target that answers 5xx or not at all gets the event again, up to 12 times in 3 days. Each try carries a fresh
    signature, so a receiver that verifies signatures needs no exception for late events.

    After the last try the event is kept for 30 days. \`relay playbook replay\` sends it again.
    `,
  'api/create-playbook.mdx': block`
    ---
    title: "Create a playbook"
    api: "POST https://api.relay.example/v1/playbooks"
    description: "Makes a playbook and puts it behind the others."
    ---

    <ParamField body="name" type="string" required>
      Shown in the list of playbooks.
    </ParamField>

    \`\`\`sh
    curl https://api.relay.example/v1/playbooks -d name=orders
    \`\`\`
    `,
  'api/list-events.mdx': block`
    ---
    title: "List events"
    api: "GET https://api.relay.example/v1/events"
    description: "The events of the last 30 days, newest first."
    ---

    <ParamField query="playbook_id" type="string">
      Only events that this playbook has seen.
    </ParamField>
    `,
  'snippets/limits.mdx': block`
    <Note>The free plan takes 1,000 events a day.</Note>
    `,
}
