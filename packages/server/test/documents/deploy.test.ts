import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { moduleFiles } from '@portal/contract'
import Type from 'typebox'
import { Compile } from 'typebox/compile'
import { parse } from 'yaml'
import { newFolder } from '../support/server-process.ts'

const root = join(import.meta.dirname, '../../../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

const Settings = Type.Record(Type.String(), Type.String())
const Service = Type.Object({
  image: Type.String(),
  restart: Type.Literal('unless-stopped'),
  read_only: Type.Literal(true),
  cap_drop: Type.Tuple([Type.Literal('ALL')]),
  security_opt: Type.Tuple([Type.Literal('no-new-privileges:true')]),
  network_mode: Type.Optional(Type.Never()),
  stop_grace_period: Type.Optional(Type.String()),
  environment: Type.Optional(Settings),
  command: Type.Optional(Type.Array(Type.String())),
  secrets: Type.Optional(Type.Array(Type.String())),
  ports: Type.Optional(Type.Array(Type.String())),
  volumes: Type.Array(Type.String()),
  networks: Type.Optional(Type.Object({ default: Type.Object({ ipv4_address: Type.String() }) })),
})
const Compose = Compile(
  Type.Object({
    services: Type.Record(Type.String(), Service),
    secrets: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    volumes: Type.Record(Type.String(), Type.Null()),
  }),
)

/** Evaluates a Compose file with only these variables set. */
function compose(file: string, variables: Record<string, string> = {}) {
  const filled = read(file).replaceAll(
    /\$\{(\w+):-([^}]*)\}/g,
    (_, name: string, fallback: string) => variables[name] ?? fallback,
  )
  return Compose.Parse(parse(filled, { merge: true }))
}

const one = compose('deploy/compose.yaml').services
const two = compose('deploy/compose.postgres.yaml')
const { portal1, portal2, nginx, postgres } = two.services
const dockerfile = read('deploy/Dockerfile')
const unit = read('deploy/portal.service')
const delivered = read('deploy/nginx/portal.conf')

const seconds = (text: string | undefined): number => Number(/^([0-9]+)s?$/.exec(text ?? '')?.[1])
/** The maximum duration of a stop: requests in progress, then mail in progress (docs/operations.md). */
const STOP_SECONDS = 6 + 2

/** Returns the rest of each line that starts with a word. */
function after(text: string, word: string): string[] {
  return [...text.matchAll(new RegExp(`^${word}(.*)$`, 'gm'))].map(([, rest = '']) => rest.trim())
}

const imageSettings = Object.fromEntries(
  after(dockerfile, 'ENV ').flatMap((line) => line.split(' ').map((pair) => pair.split('='))),
)

test('everything that the Dockerfile copies exists or is made by an earlier stage', () => {
  const copies = after(dockerfile, 'COPY ').map((line) => line.split(' '))
  const ours = copies
    .filter(([flag]) => !flag?.startsWith('--from'))
    .flatMap((line) => line.slice(0, -1))
  const built = copies.filter(([flag]) => flag === '--from=build').map((line) => line.at(-2) ?? '')

  assert.ok(ours.length > 0 && ours.every((path) => existsSync(join(root, path))), String(ours))
  assert.deepEqual(built, ['/installation', '/data'])
  assert.match(dockerfile, /node scripts\/make-installation\.ts \/installation /)
  assert.match(dockerfile, /&& mkdir \/data$/m)
  assert.ok(existsSync(join(root, 'scripts/make-installation.ts')))
})

test('the Docker image has the Node version with which the project is tested', () => {
  const { devDependencies } = JSON.parse(read('package.json'))
  const versions = [...dockerfile.matchAll(/node:([0-9.]+)-/g)].map(([, version]) => version)

  assert.deepEqual(new Set(versions), new Set([devDependencies.node]))
  const [madeFor, base] = [...dockerfile.matchAll(/alpine:?([0-9]+\.[0-9]+)/g)]
  assert.ok(base && base[1] === madeFor?.[1], String(base))
})

test('every setting in the files of deploy is known to the server', () => {
  const config = read('packages/server/src/settings/config.ts')
  const existing = new Set([...config.matchAll(/\bread\('(\w+)'/g)].map(([, name = '']) => name))
  const given = [imageSettings, one.portal?.environment, portal1?.environment]
    .flatMap((settings) => Object.keys(settings ?? {}))
    .concat(after(unit, 'Environment=').map((pair) => pair.split('=')[0] ?? ''))
  const unknown = given.filter(
    (name) => name !== 'NODE_ENV' && !existing.has(name.replace(/_FILE$/, '')),
  )

  assert.ok(given.length > 10 && existing.size > 15)
  assert.deepEqual(unknown, [])
})

test('the Docker image does not run as root', () => {
  const started = join(
    '/portal',
    String(JSON.parse(after(dockerfile, 'ENTRYPOINT ')[0] ?? '').at(-1)),
  )
  const check: string[] = JSON.parse(/^ {2}CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]')

  assert.deepEqual(after(dockerfile, 'USER '), ['10001:10001'])
  assert.match(dockerfile, /^COPY --from=build --chown=10001:10001 \/data \/data$/m)
  assert.ok(existsSync(join(root, started.replace('/portal/', ''))), started)
  assert.equal(check[0], 'node') // no shell, and no curl
  assert.match(check[2] ?? '', /127\.0\.0\.1:\$\{process\.env\.PORT\}\/health\/ready/)
  assert.match(read('packages/contract/src/operations/status.ts'), /path: '\/health\/ready'/)
  assert.deepEqual(after(dockerfile, 'EXPOSE '), [imageSettings.PORT])
})

test('containers keep their data in volumes', () => {
  for (const portal of [one.portal, portal1, portal2]) {
    assert.equal(portal?.image, 'portal:latest')
    assert.equal(portal?.volumes[0]?.split(':')[1], imageSettings.DATA_DIR)
    const port = portal?.environment?.PORT ?? imageSettings.PORT
    assert.equal(port, '8080')
    if (portal?.ports) assert.deepEqual(portal.ports, [`127.0.0.1:8080:${port}`])
  }
  const volumes = ['data1', 'data2', 'postgres']
  assert.deepEqual(Object.keys(two.volumes), volumes)
  assert.deepEqual(
    [portal1, portal2, postgres].map((service) => service?.volumes[0]?.split(':')[0]),
    volumes,
  )
  assert.deepEqual(nginx?.ports, [
    `127.0.0.1:8080:${/^ {2}listen ([0-9]+);/m.exec(delivered)?.[1]}`,
  ])
})

test('each container can read the secret files that its settings name', () => {
  const declared = new Set(Object.keys(two.secrets ?? {}))
  for (const service of [portal1, portal2, postgres]) {
    const files = Object.entries(service?.environment ?? {}).filter(([name]) =>
      name.endsWith('_FILE'),
    )
    const named = files.map(([, path]) => path.replace('/run/secrets/', ''))

    assert.deepEqual(new Set(named), new Set(service?.secrets))
    assert.ok(named.length > 0 && named.every((name) => declared.has(name)), String(named))
  }
  assert.match(read('.gitignore'), /^\/deploy\/secrets\/$/m)
  assert.match(read('.dockerignore'), /^deploy\/secrets$/m)
})

test('the stop timeouts in deploy are long enough for a graceful stop', () => {
  const failTimeouts = [...delivered.matchAll(/fail_timeout=([0-9]+)s/g)].map(([, text]) =>
    seconds(text),
  )
  const delay = seconds(portal1?.environment?.SHUTDOWN_DELAY)

  assert.equal(failTimeouts.length, 2)
  assert.ok(delay > Math.max(...failTimeouts), String(delay))
  for (const portal of [portal1, portal2]) {
    assert.ok(seconds(portal?.stop_grace_period) > delay + STOP_SECONDS)
  }
  assert.ok(seconds(one.portal?.stop_grace_period) > STOP_SECONDS)
  assert.ok(seconds(after(unit, 'TimeoutStopSec=')[0]) > delay + STOP_SECONDS)
})

test('nginx in a container sends requests to both instances', () => {
  const own = compose('deploy/compose.postgres.yaml', { PORTAL_NETWORK: '127.31.250' }).services
  using folder = newFolder()
  const file = join(folder.path, 'default.conf')
  const command = (own.nginx?.command?.[2] ?? '')
    .replace('/portal.conf', join(root, 'deploy/nginx/portal.conf'))
    .replace('/etc/nginx/conf.d/default.conf', file)
    .replace(/^exec .*$/m, '')
  execFileSync('sh', ['-c', command])
  const made = readFileSync(file, 'utf8')

  const asked = [...made.matchAll(/^ {2}server ([0-9.:]+) /gm)].map(([, address]) => address)
  const addresses = [own.portal1, own.portal2].map((one) => one?.networks?.default.ipv4_address)
  assert.deepEqual(
    asked,
    addresses.map((address) => `${address}:${imageSettings.PORT}`),
  )
  assert.deepEqual(asked, ['127.31.250.11:8080', '127.31.250.12:8080'])
  for (const portal of [own.portal1, own.portal2]) {
    assert.equal(portal?.environment?.TRUST_PROXY, own.nginx?.networks?.default.ipv4_address)
  }
  assert.match(made, /^set_real_ip_from 127\.31\.250\.1;$/m)
})

test('the systemd service runs unprivileged and writes only its data', () => {
  const parts = read('scripts/make-installation.ts')
  const words = after(unit, 'ExecStart=')[0]?.split(' ') ?? []
  const [node, script = '', word] = words.filter((each) => !each.startsWith('--')) // npm-start.test.ts checks the flags

  assert.deepEqual([node, word], ['/usr/bin/node', 'serve'])
  assert.ok(existsSync(join(root, script.replace('/opt/portal/', ''))), script)
  assert.match(parts, /'packages\/server\/bin',\n {2}'packages\/server\/dist',/)
  assert.deepEqual(after(unit, 'Environment=DATA_DIR='), [
    `/var/lib/${after(unit, 'StateDirectory=')[0]}`,
  ])
  for (const promise of ['DynamicUser=yes', 'ProtectSystem=strict', 'NoNewPrivileges=yes']) {
    assert.ok(unit.split('\n').includes(promise), promise)
  }
})

const Steps = Type.Array(
  Type.Object({
    run: Type.Optional(Type.String()),
    with: Type.Optional(Type.Object({ path: Type.Optional(Type.String()) })),
  }),
)
const Release = Compile(
  Type.Object({
    jobs: Type.Object({
      module: Type.Object({
        strategy: Type.Object({
          matrix: Type.Object({ include: Type.Array(Type.Object({ system: Type.String() })) }),
        }),
        steps: Steps,
      }),
      image: Type.Object({ needs: Type.String(), steps: Steps }),
    }),
  }),
)

test('a release contains the documented files of the launcher module', () => {
  const { module, image } = Release.Parse(parse(read('.github/workflows/release.yml'))).jobs
  const runs = module.steps.flatMap(({ run }) => run ?? [])
  const paths = (steps: typeof module.steps) => steps.flatMap((one) => one.with?.path ?? [])
  const folder = 'packages/launcher-module/with-node'
  const made = module.strategy.matrix.include.map(({ system }) => `portal-${system}.gz`)
  const { scripts } = JSON.parse(read('package.json'))
  const [, script = ''] = /^node (.+)$/.exec(scripts['build:sea']) ?? []

  assert.ok(runs.includes('npm run build:sea'), String(runs))
  assert.match(read(script), /'with-node'/)
  assert.deepEqual(paths(module.steps), [`${folder}/portal-\${{ matrix.system }}.gz`])
  assert.deepEqual([image.needs, paths(image.steps)], ['module', [folder]])
  assert.ok(image.steps.some(({ run }) => run?.includes(`${folder}/portal-linux-*.gz`)))
  assert.match(read('scripts/make-installation.ts'), new RegExp(`'${folder}',`))
  assert.deepEqual(
    made,
    [...moduleFiles].filter((file) => file.endsWith('.gz')),
  )
  for (const page of ['launcher.md', 'owners/en/launcher.md', 'owners/ru/launcher.md']) {
    const told = new Set(read(`docs/${page}`).match(/portal-linux-\w+\.gz/g))
    assert.deepEqual(told, new Set(made), page)
  }
})
