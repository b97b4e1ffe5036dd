/**
 * The paths that one tool reads, with the documentation that lists them (a URL, or a page in `docs`). The globs are as in
 * .gitignore: without a slash in it, one matches at any depth.
 */
type ProtectedTool = readonly [tool: string, source: string, ...globs: string[]]

interface ProtectedGroup {
  readonly why: string
  readonly tools: readonly ProtectedTool[]
}

/** Paths that no setting allows: git directories, at any depth, also by their short name on Windows. */
export const FORBIDDEN_PATHS: readonly string[] = ['.git', 'git~1']

/** Files that run commands, or decide what is merged, without a person who starts them. */
// biome-ignore format: a table with one tool in a line
const AUTOMATION_PATHS: readonly ProtectedGroup[] = [
  {
    why: "What runs, reviews or merges with the repository's own rights.",
    tools: [
      ['GitHub', 'https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax', '/.github/'],
      ['Prentice', 'docs/settings.md', '/.prentice/'],
      ['Git submodules', 'https://git-scm.com/docs/gitmodules', '.gitmodules'],
      ['Git LFS', 'https://github.com/git-lfs/git-lfs/blob/main/docs/man/git-lfs-config.adoc', '/.lfsconfig'],
      ['Code owners', 'https://docs.github.com/en/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners', '/CODEOWNERS', '/docs/CODEOWNERS'],
      ['Prow', 'https://docs.prow.k8s.io/docs/', '/.prow.yaml', '/.prow/'],
      ['Apache infrastructure', 'https://github.com/apache/infrastructure-asfyaml', '/.asf.yaml'],
      ['Mergify', 'https://docs.mergify.com/configuration/file-format/', '/.mergify.yml', '/.mergify/'],
      ['Bors', 'https://github.com/bors-ng/bors-ng', '/bors.toml'],
      ['Bulldozer', 'https://github.com/palantir/bulldozer', '/.bulldozer.yml'],
      ['Danger', 'https://danger.systems/js/guides/the_dangerfile', '/Dangerfile*'],
      ['gitStream', 'https://docs.gitstream.cm/', '/.cm/'],
      ['Kodiak', 'https://kodiakhq.com/docs/config-reference', '/.kodiak.toml'],
      ['Policy Bot', 'https://github.com/palantir/policy-bot', '/.policy.yml'],
      ['PullApprove', 'https://docs.pullapprove.com/', '/.pullapprove.yml'],
      ['Renovate', 'https://docs.renovatebot.com/configuration-options/', '/renovate.json', '/renovate.json5', '/renovate.jsonc', '/.renovaterc*'],
    ],
  },
  {
    why: 'Other CI systems: a push to a branch of the repository can start them, with the file of that branch.',
    tools: [
      ['AppVeyor', 'https://www.appveyor.com/docs/build-configuration/', '/appveyor.yml', '/.appveyor.yml'],
      ['Atlantis', 'https://www.runatlantis.io/docs/repo-level-atlantis-yaml', '/atlantis.yaml'],
      ['AWS Amplify', 'https://docs.aws.amazon.com/amplify/latest/userguide/build-settings.html', '/amplify.yml'],
      ['AWS CodeBuild', 'https://docs.aws.amazon.com/codebuild/latest/userguide/build-spec-ref.html', 'buildspec*.yml'],
      ['Azure Pipelines', 'https://learn.microsoft.com/en-us/azure/devops/pipelines/customize-pipeline', 'azure-pipelines*.yml', 'azure-pipelines*.yaml', '/.azure-pipelines.y*ml', '/.azure-pipelines/', '/.azuredevops/', '/.vsts-ci.yml'],
      ['Bitbucket Pipelines', 'https://support.atlassian.com/bitbucket-cloud/docs/bitbucket-pipelines-configuration-reference/', '/bitbucket-pipelines.yml'],
      ['Bitrise', 'https://devcenter.bitrise.io/en/builds/configuring-build-settings/managing-an-app-s-bitrise-yml-file.html', '/bitrise.yml'],
      ['Buddy', 'https://buddy.works/docs/yaml/yaml-schema', '/buddy.yml', '/.buddy/'],
      ['Buildkite', 'https://buildkite.com/docs/agent/v3/cli-pipeline', '/.buildkite/', '/buildkite/pipeline*', '/buildkite.yml', '/buildkite.yaml', '/buildkite.json'],
      ['CircleCI', 'https://circleci.com/docs/configuration-reference/', '/.circleci/'],
      ['Cirrus CI', 'https://cirrus-ci.org/guide/writing-tasks/', '/.cirrus.yml', '/.cirrus.star'],
      ['Codefresh', 'https://codefresh.io/docs/docs/pipelines/what-is-the-codefresh-yaml/', 'codefresh.yml'],
      ['Codemagic', 'https://docs.codemagic.io/yaml-basic-configuration/yaml-getting-started/', '/codemagic.yaml'],
      ['Drone', 'https://docs.drone.io/pipeline/overview', '/.drone.*'],
      ['Forgejo Actions', 'https://forgejo.org/docs/latest/user/actions/', '/.forgejo/'],
      ['Gitea Actions', 'https://docs.gitea.com/usage/actions/overview', '/.gitea/'],
      ['GitLab CI', 'https://docs.gitlab.com/ci/yaml/', '*.gitlab-ci.yml', '/.gitlab/'],
      ['GoCD', 'https://github.com/tomzo/gocd-yaml-config-plugin#file-pattern', '*.gocd.yaml', '*.gopipeline.json', '*.goenvironment.json'],
      ['Google Cloud Build', 'https://cloud.google.com/build/docs/build-config-file-schema', 'cloudbuild*.yaml', 'cloudbuild*.yml', 'cloudbuild*.json'],
      ['Harness', 'https://developer.harness.io/docs/platform/git-experience/git-experience-overview/', '/.harness/'],
      ['Jenkins', 'https://www.jenkins.io/doc/book/pipeline/jenkinsfile/', 'Jenkinsfile*'],
      ['OneDev', 'https://docs.onedev.io/', '/.onedev-buildspec.yml'],
      ['Packit', 'https://packit.dev/docs/configuration', '/.packit.yaml', '/.packit.yml', '/packit.yaml', '/packit.yml'],
      ['Pipelines-as-Code', 'https://pipelinesascode.com/docs/guide/authoringprs/', '/.tekton/'],
      ['Screwdriver', 'https://docs.screwdriver.cd/user-guide/configuration/', '/screwdriver.yaml'],
      ['Scrutinizer', 'https://scrutinizer-ci.com/docs/configuration', '/.scrutinizer.yml'],
      ['Semaphore', 'https://docs.semaphoreci.com/reference/pipeline-yaml', '/.semaphore/'],
      ['SourceHut builds', 'https://man.sr.ht/builds.sr.ht/', '/.build.yml', '/.builds/'],
      ['Spacelift', 'https://docs.spacelift.io/concepts/configuration/runtime-configuration', '/.spacelift/'],
      ['Taskcluster', 'https://docs.taskcluster.net/docs/reference/integrations/github/taskcluster-yml-v1', '/.taskcluster.yml'],
      ['TeamCity', 'https://www.jetbrains.com/help/teamcity/kotlin-dsl.html', '/.teamcity/'],
      ['Travis CI', 'https://docs.travis-ci.com/user/tutorial/', '/.travis.yml'],
      ['Upsun', 'https://docs.upsun.com/create-apps.html', '/.upsun/', '/.platform/', '.platform.app.yaml'],
      ['Vela', 'https://go-vela.github.io/docs/usage/', '/.vela.yml', '/.vela.yaml'],
      ['Woodpecker', 'https://woodpecker-ci.org/docs/usage/workflows', '/.woodpecker*'],
      ['Xcode Cloud', 'https://developer.apple.com/documentation/xcode/writing-custom-build-scripts', '**/ci_scripts/'],
      ['Zuul', 'https://zuul-ci.org/docs/zuul/latest/project-config.html', '/.zuul.yaml', '/zuul.yaml', '/.zuul.d/', '/zuul.d/'],
    ],
  },
  {
    why: 'Git hooks: git runs them when a developer, or a service, commits, switches the branch or pushes.',
    tools: [
      ['Git', 'https://git-scm.com/docs/githooks', '.githooks'],
      ['CaptainHook', 'https://php.captainhook.info/configure.html', '/captainhook.json'],
      ['cargo-husky', 'https://github.com/rhysd/cargo-husky', '.cargo-husky'],
      ['Cocogitto', 'https://docs.cocogitto.io/', '/cog.toml'],
      ['GrumPHP', 'https://github.com/phpro/grumphp', '/grumphp.y*ml*'],
      ['hk', 'https://hk.jdx.dev/configuration.html', '/hk.pkl', '/.config/hk.pkl'],
      ['Husky', 'https://typicode.github.io/husky/', '.husky', '.huskyrc*', 'husky.config.*'],
      ['Lefthook', 'https://lefthook.dev/configuration/', '/lefthook*.y*ml', '/lefthook*.toml', '/lefthook*.json*', '/.lefthook*', '/.config/lefthook*'],
      ['lint-staged', 'https://github.com/lint-staged/lint-staged#configuration', '.lintstagedrc*', 'lint-staged.config.*'],
      ['Overcommit', 'https://github.com/sds/overcommit#configuration', '/.overcommit.yml', '/.git-hooks/'],
      ['pre-commit', 'https://pre-commit.com/#plugins', '.pre-commit-config.y*ml', 'prek.toml'],
      ['rusty-hook', 'https://github.com/swellaby/rusty-hook', '/.rusty-hook.toml', '/rusty-hook.toml'],
      ['simple-git-hooks', 'https://github.com/toplenboren/simple-git-hooks#readme', '/.simple-git-hooks.*', '/simple-git-hooks.*'],
      ['Trunk', 'https://docs.trunk.io/', '/.trunk/'],
    ],
  },
  {
    why: 'Package managers: which program, which plugins and which registry an install uses, even where the scripts of packages are off.',
    tools: [
      ['Bun', 'https://bun.sh/docs/runtime/bunfig', 'bunfig.toml', '.bunfig.toml'],
      ['Bundler', 'https://bundler.io/man/bundle-config.1.html', '**/.bundle/config'],
      ['Cargo', 'https://doc.rust-lang.org/cargo/reference/config.html', '**/.cargo/config', '**/.cargo/config.toml'],
      ['Gradle wrapper', 'https://docs.gradle.org/current/userguide/gradle_wrapper.html', '**/gradle/wrapper/'],
      ['Maven', 'https://maven.apache.org/configure.html', '.mvn'],
      ['npm', 'https://docs.npmjs.com/cli/configuring-npm/npmrc', '.npmrc'],
      ['NuGet', 'https://learn.microsoft.com/en-us/nuget/reference/nuget-config-file', 'nuget.config'],
      ['PDM', 'https://pdm-project.org/latest/reference/configuration/', 'pdm.toml'],
      ['Pixi', 'https://pixi.sh/latest/reference/pixi_configuration/', '**/.pixi/config.toml'],
      ['pnpm', 'https://pnpm.io/settings', '.pnpmfile.*', 'pnpm-workspace.yaml'],
      ['uv', 'https://docs.astral.sh/uv/reference/settings/', 'uv.toml'],
      ['Yarn', 'https://yarnpkg.com/configuration/yarnrc', '.yarnrc', '.yarnrc.yml', '**/.yarn/releases/', '**/.yarn/plugins/'],
    ],
  },
  {
    why: 'Editors and development environments: they run commands when a person opens the folder, or starts a program in it.',
    tools: [
      ['Development containers', 'https://containers.dev/implementors/spec/', '.devcontainer', '.devcontainer.json'],
      ['Visual Studio Code', 'https://code.visualstudio.com/docs/editing/workspaces/workspace-trust', '**/.vscode/tasks.json', '**/.vscode/settings.json', '*.code-workspace'],
      ['Eclipse', 'https://help.eclipse.org/latest/topic/org.eclipse.platform.doc.user/gettingStarted/qs-96a_builders.htm', '.project', '.externalToolBuilders'],
      ['Mercurial, Sapling and Jujutsu', 'https://repo.mercurial-scm.org/hg/help/config', '.hg', '.sl', '.jj'],
      ['JetBrains IDEs', 'https://www.jetbrains.com/help/idea/settings-tools-startup-tasks.html', '.idea', '/.run/'],
      ['Emacs', 'https://www.gnu.org/software/emacs/manual/html_node/emacs/Directory-Variables.html', '.dir-locals*.el'],
      ['Vim and Neovim', "https://neovim.io/doc/user/options.html#'exrc'", '.vimrc', '.exrc', '.nvimrc', '.nvim.lua'],
      ['coc.nvim', 'https://github.com/neoclide/coc.nvim/blob/master/doc/coc.txt', '**/.vim/coc-settings.json'],
      ['clojure-lsp', 'https://clojure-lsp.io/settings/', '**/.lsp/config.edn'],
      ['Build Server Protocol', 'https://build-server-protocol.github.io/docs/overview/server-discovery', '.bsp'],
      ['Helix', 'https://docs.helix-editor.com/languages.html', '.helix'],
      ['lazy.nvim', 'https://lazy.folke.io/configuration', '.lazy.lua'],
      ['GDB', 'https://sourceware.org/gdb/current/onlinedocs/gdb.html/Init-File-in-the-Current-Directory.html', '.gdbinit'],
      ['LLDB', 'https://lldb.llvm.org/man/lldb.html', '.lldbinit'],
      ['pdb', 'https://docs.python.org/3/library/pdb.html', '.pdbrc'],
      ['byebug', 'https://github.com/deivid-rodriguez/byebug', '.byebugrc'],
      ['debug.rb', 'https://github.com/ruby/debug#configuration', '.rdbgrc*'],
      ['IRB', 'https://ruby.github.io/irb/Configurations_md.html', '.irbrc', 'irb.rc', '_irbrc'],
      ['Pry', 'https://github.com/pry/pry/wiki/Pry-rc', '.pryrc'],
      ['GHCi', 'https://downloads.haskell.org/ghc/latest/docs/users_guide/ghci.html', '.ghci'],
      ['GNU R', 'https://stat.ethz.ch/R-manual/R-devel/library/base/html/Startup.html', '.Rprofile', '.Renviron'],
      ['IEx', 'https://hexdocs.pm/iex/IEx.html', '.iex.exs'],
      ['OCaml', 'https://ocaml.org/manual/5.3/toplevel.html', '.ocamlinit'],
      ['GNU Octave', 'https://docs.octave.org/latest/Startup-Files.html', '.octaverc'],
      ['direnv', 'https://direnv.net/', '.envrc'],
      ['zsh-autoenv', 'https://github.com/Tarrasch/zsh-autoenv', '.autoenv*.zsh'],
      ['mise', 'https://mise.jdx.dev/configuration.html', 'mise.toml', 'mise.*.toml', '.mise*', '**/mise/config*.toml', '**/.config/mise*'],
      ['Gitpod and Ona', 'https://ona.com/docs', '.gitpod*', '.ona'],
      ['Conductor', 'https://docs.conductor.build/core/scripts', '/conductor.json'],
      ['CodeSandbox', 'https://codesandbox.io/docs/learn/getting-started/setting-up-tasks', '.codesandbox'],
      ['StackBlitz', 'https://developer.stackblitz.com/platform/webcontainers/project-config', '.stackblitzrc'],
      ['Firebase Studio', 'https://firebase.google.com/docs/studio/customize-workspace', '.idx'],
      ['Replit', 'https://docs.replit.com/replit-app/configuration', '.replit', 'replit.md'],
      ['Devfile', 'https://devfile.io/docs/2.3.0/devfile-schema', 'devfile.yaml', '.devfile.yaml'],
    ],
  },
]

/** Files that steer coding agents. Most may be in a folder of any depth, such as a package of a monorepo. */
// biome-ignore format: a table with one tool in a line
const AGENT_PATHS: readonly ProtectedGroup[] = [
  {
    why: 'Instructions, skills, hooks and permissions that coding agents read in the folder they work in and in those above it.',
    tools: [
      ['AGENTS.md', 'https://agents.md/', 'AGENTS.md', 'AGENT.md', '.agents'],
      ['Agent skills', 'https://agentskills.io/specification', 'SKILL.md'],
      ['Aider', 'https://aider.chat/docs/usage/conventions.html', '.aider*', 'CONVENTIONS.md'],
      ['Amazon Q', 'https://docs.aws.amazon.com/amazonq/latest/qdeveloper-ug/context-project-rules.html', '.amazonq'],
      ['Amp', 'https://ampcode.com/manual', '.amp'],
      ['Antigravity', 'https://antigravity.google/docs/skills', '.agent', '.antigravity'],
      ['Augment', 'https://docs.augmentcode.com/cli/config', '.augment', '.augment-guidelines'],
      ['Bolt', 'https://support.bolt.new/', '.bolt'],
      ['Claude Code', 'https://code.claude.com/docs/en/memory', 'CLAUDE.md', 'CLAUDE.local.md', '.claude', '.claude-plugin'],
      ['Cline', 'https://docs.cline.bot/features/cline-rules', '.cline', '.clinerules'],
      ['CodeBuddy', 'https://www.codebuddy.ai/docs/cli/memory', 'CODEBUDDY.md', 'CODEBUDDY.local.md', '.codebuddy'],
      ['Codex', 'https://developers.openai.com/codex/config-reference', 'AGENTS.override.md', '.codex'],
      ['Continue', 'https://docs.continue.dev/customize/deep-dives/rules', '.continue', '.continuerules'],
      ['Crush', 'https://github.com/charmbracelet/crush', 'CRUSH.md', 'CRUSH.local.md', '.crush', 'crush.json', '.crush.json'],
      ['Cursor', 'https://cursor.com/docs/rules', '.cursor', '.cursorrules'],
      ['Deep Agents', 'https://docs.langchain.com/oss/deepagents/code/mcp-tools', '.deepagents'],
      ['Devin and Windsurf', 'https://docs.devin.ai/cli/extensibility/configuration', '.devin', '.windsurf', '.windsurfrules', '.codeium'],
      ['Factory', 'https://docs.factory.ai/cli/configuration/settings', '.factory'],
      ['Firebender', 'https://docs.firebender.com/', 'firebender.json', '.firebender'],
      ['Gemini CLI', 'https://github.com/google-gemini/gemini-cli/blob/main/docs/cli/gemini-md.md', 'GEMINI.md', '.gemini'],
      ['Goose', 'https://goose-docs.ai/docs/guides/context-engineering/using-goosehints/', '.goose', '.goosehints*'],
      ['gptme', 'https://gptme.org/docs/config.html', 'gptme.toml'],
      ['Grok', 'https://docs.x.ai/build/settings', '.grok'],
      ['Hermes', 'https://hermes-agent.nousresearch.com/docs/user-guide/features/hooks', '.hermes', '.hermes.md', 'HERMES.md'],
      ['iFlow', 'https://github.com/iflow-ai/iflow-cli', 'IFLOW.md', '.iflow'],
      ['JetBrains AI Assistant', 'https://www.jetbrains.com/help/ai-assistant/configure-project-rules.html', '.aiassistant'],
      ['Junie', 'https://junie.jetbrains.com/docs/agent-skills.html', '.junie'],
      ['Kilo Code', 'https://kilo.ai/docs/customize/custom-modes', '.kilo', '.kilocode*', 'kilo.json', 'kilo.jsonc'],
      ['Kimi Code', 'https://moonshotai.github.io/kimi-code/en/customization/agents.html', '.kimi-code'],
      ['Kiro', 'https://kiro.dev/docs/steering/', '.kiro'],
      ['Kode', 'https://github.com/shareAI-lab/Kode', '.kode'],
      ['Mistral Vibe', 'https://github.com/mistralai/mistral-vibe', '.vibe'],
      ['OpenCode', 'https://opencode.ai/docs/config/', '.opencode', 'opencode.json', 'opencode.jsonc'],
      ['OpenHands', 'https://docs.openhands.dev/openhands/usage/microagents/microagents-repo', '.openhands', '.openhands_instructions'],
      ['Pi', 'https://pi.dev/docs/latest/settings', '.pi'],
      ['Pochi', 'https://docs.getpochi.com/', '.pochi'],
      ['Qoder', 'https://docs.qoder.com/user-guide/rules', '.qoder'],
      ['Qwen Code', 'https://github.com/QwenLM/qwen-code/blob/main/docs/users/features/memory.md', 'QWEN.md', 'QWEN.local.md', '.qwen'],
      ['Reasonix', 'https://github.com/esengine/DeepSeek-Reasonix/blob/main-v2/docs/SPEC.md', 'REASONIX.md', 'reasonix.toml', '.reasonix'],
      ['Roo Code and Zoo Code', 'https://roocodeinc.github.io/Roo-Code/features/custom-instructions', '.roo', '.roorules*', '.roomodes'],
      ['Rovo Dev', 'https://support.atlassian.com/rovo/docs/use-memory-in-rovo-dev-cli/', 'AGENTS.local.md', '.rovodev'],
      ['Ruler', 'https://github.com/intellectronica/ruler', '.ruler'],
      ['Rulesync', 'https://github.com/dyoshikawa/rulesync', '.rulesync', 'rulesync.jsonc'],
      ['Serena', 'https://github.com/oraios/serena', '.serena'],
      ['Spec Kit', 'https://github.com/github/spec-kit', '.specify'],
      ['Sweep', 'https://docs.sweep.dev/usage/config', '/sweep.yaml'],
      ['Tabnine', 'https://docs.tabnine.com/', '.tabnine'],
      ['Takt', 'https://github.com/nrslib/takt/blob/main/docs/configuration.md', '.takt'],
      ['Trae', 'https://docs.trae.ai/ide/rules', '.trae'],
      ['Warp', 'https://docs.warp.dev/terminal/settings/file-locations/', 'WARP.md', '.warp'],
      ['Zed', 'https://zed.dev/docs/ai/rules', '.zed', '.rules'],
      ['Zencoder', 'https://docs.zencoder.ai/', '.zencoder'],
    ],
  },
  {
    why: 'What Copilot reads below any folder that an editor opens.',
    tools: [
      ['GitHub Copilot', 'https://code.visualstudio.com/docs/agent-customization/custom-instructions', '**/.github/copilot-instructions.md', '**/.github/instructions/', '**/.github/prompts/', '**/.github/chatmodes/', '**/.github/agents/', '**/.github/skills/', '**/.github/hooks/'],
    ],
  },
  {
    why: 'Servers of tools: an agent or editor that opens the folder starts the programs they name.',
    tools: [
      ['Model Context Protocol', 'https://code.visualstudio.com/docs/agents/reference/mcp-configuration', '.mcp.json', '**/.vscode/mcp.json', '**/.vs/mcp.json'],
    ],
  },
  {
    why: 'Agents that review pull requests and read their settings in the branch under review.',
    tools: [
      ['CodeRabbit', 'https://docs.coderabbit.ai/getting-started/yaml-configuration', '/.coderabbit.yaml', '/.coderabbit.yml'],
      ['cubic', 'https://docs.cubic.dev/configure/cubic-yaml', '/cubic.yaml'],
      ['Ellipsis', 'https://docs.ellipsis.dev/config', '/ellipsis.yaml'],
      ['Greptile', 'https://www.greptile.com/docs/code-review/greptile-json-reference', 'greptile.json', '.greptile'],
      ['Qodo', 'https://qodo-merge-docs.qodo.ai/usage-guide/configuration_options/', '/.pr_agent.toml', '/best_practices.md'],
      ['Rovo Dev reviews', 'https://support.atlassian.com/rovo/docs/set-custom-instructions-for-code-reviews/', '/.review-agent.md'],
      ['Sourcery', 'https://docs.sourcery.ai/', '/.sourcery.yaml'],
    ],
  },
]

/**
 * Paths that a run may change only if the settings of the project unprotect them: files that say what runs, or what an
 * agent does, without a person who starts it. Not the code that they run, such as package scripts and makefiles: a reviewer
 * expects code there, and most jobs change some.
 */
export const PROTECTED_PATHS: readonly ProtectedGroup[] = [...AUTOMATION_PATHS, ...AGENT_PATHS]

export const PROTECTED_GLOBS: readonly string[] = PROTECTED_PATHS.flatMap(({ tools }) =>
  tools.flatMap(([, , ...globs]) => globs),
)
