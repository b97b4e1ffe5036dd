import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { filesBelow, ROOT, read } from './deploy-files.ts'
import { all } from './dockerfile.ts'

const FOLDER = 'deploy/kubernetes'
const OVERLAYS = ['evaluation', 'production']

const KubernetesObject = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), labels: z.record(z.string(), z.string()).default({}) }),
})
type KubernetesObject = z.infer<typeof KubernetesObject>

const Kustomization = z.object({
  resources: z.array(z.string()),
  patches: z.array(z.object({ path: z.string() })).default([]),
})

const objectsIn = (text: string): KubernetesObject[] =>
  parseAllDocuments(text).map((document) => KubernetesObject.parse(document.toJS()))

const kustomizationOf = (folder: string) =>
  Kustomization.parse(parse(read(`${FOLDER}/${folder}/kustomization.yaml`)))

/** What the types of Kubernetes say against these objects. They also know which fields there are. */
function typeErrors(objects: readonly KubernetesObject[]): string {
  mkdirSync(`${ROOT}.cache`, { recursive: true })
  const folder = mkdtempSync(`${ROOT}.cache/kubernetes-`)
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const typed = objects.map((object, at) => {
    const { apiVersion, kind } = object
    const type = `import('kubernetes-models/${apiVersion}/${kind}').I${kind}`
    return `export const ${kind}${at}: ${type} = ${JSON.stringify(object)}\n`
  })
  writeFileSync(join(folder, 'objects.ts'), typed.join(''))
  const args = [
    '--noEmit',
    '--ignoreConfig',
    '--module',
    'nodenext',
    '--strict',
    '--skipLibCheck',
    '--types',
    'node',
  ]
  const { stdout, stderr } = spawnSync('tsc', [...args, join(folder, 'objects.ts')], { encoding: 'utf8' })
  return `${stdout}${stderr}`
}

test('a misspelt field is found', () => {
  const object = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'a', labels: {} },
    spec: { prots: [] },
  }
  expect(typeErrors([object])).toContain(`'"prots"' does not exist`)
})

const { error: noKubectl } = spawnSync('kubectl', ['version', '--client'])

function render(overlay: string): KubernetesObject[] {
  const { stdout, stderr } = spawnSync('kubectl', ['kustomize', `${FOLDER}/${overlay}`], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return objectsIn(stdout)
}

test('every object is valid, before its overlay changes it and after', () => {
  const resources = ['base', ...OVERLAYS].flatMap((folder) =>
    kustomizationOf(folder)
      .resources.filter((path) => path.endsWith('.yaml'))
      .flatMap((path) => objectsIn(read(`${FOLDER}/${folder}/${path}`))),
  )
  const rendered = noKubectl === undefined ? OVERLAYS.flatMap(render) : []
  expect(typeErrors([...resources, ...rendered])).toBe('')
})

test.each(['base', ...OVERLAYS])('%s uses each of its files', (folder) => {
  const { resources, patches } = kustomizationOf(folder)
  const used = [...resources, ...patches.map(({ path }) => path)].filter((path) => path.endsWith('.yaml'))
  const files = filesBelow(`${FOLDER}/${folder}`)
    .map((path) => path.slice(`${FOLDER}/${folder}/`.length))
    .filter((path) => path.endsWith('.yaml') && path !== 'kustomization.yaml')
  expect(used.sort()).toEqual(files)
})

describe.skipIf(noKubectl !== undefined).each(OVERLAYS)('%s, rendered by kubectl', (overlay) => {
  let objects: KubernetesObject[]
  beforeAll(() => {
    objects = render(overlay)
  })
  const find = (kind: string) => objects.find((object) => object.kind === kind)

  test('every selector of this app selects the pods of the deployment, and no other selector was changed', () => {
    const labels = { 'app.kubernetes.io/name': 'prentice' }
    expect(find('Deployment')).toMatchObject({
      spec: { selector: { matchLabels: labels }, template: { metadata: { labels } } },
    })
    expect(find('Service')).toMatchObject({ spec: { selector: labels } })
    for (const policy of objects.filter(({ kind }) => kind === 'NetworkPolicy'))
      expect(policy).toMatchObject({ spec: { podSelector: { matchLabels: labels } } })
    expect(JSON.stringify(find('NetworkPolicy'))).toContain('{"matchLabels":{"k8s-app":"kube-dns"}}')
  })

  test('the server runs as in the image, without privileges', () => {
    const uid = Number(all('USER')[0]?.rest.split(':')[0])
    const container = { securityContext: { readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } } }
    const pod = {
      securityContext: { runAsNonRoot: true, runAsUser: uid, fsGroup: uid },
      containers: [container],
    }
    expect(find('Deployment')).toMatchObject({ spec: { template: { spec: pod } } })
  })
})

test.skipIf(noKubectl !== undefined)(
  'production has no database of its own, and more than one server',
  () => {
    const kinds = render('production').map(({ kind }) => kind)
    expect(kinds).toEqual(
      expect.arrayContaining(['PodDisruptionBudget', 'HorizontalPodAutoscaler', 'Ingress']),
    )
    for (const kind of ['StatefulSet', 'PersistentVolumeClaim', 'Secret']) expect(kinds).not.toContain(kind)
  },
)
