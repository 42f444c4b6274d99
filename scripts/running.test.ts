import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ValidationSeverity, validate } from 'dockerfile-utils'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { NAMES } from '#server/config/config.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Names of the settings that Room reads, and of those that only the files beside it do. */
const OF_COMPOSE = ['POSTGRES_PASSWORD', 'ROOM_VERSION']
/** Of the sandbox, and what a package or Node itself reads. */
const OTHERS = ['NODE_ENV', 'NODE_COMPILE_CACHE']
/** Not for whoever sets up a site: only tests, or said by the start itself. */
const UNTOLD = ['NODE_ENV', 'I_KNOW_THIS_IS_A_DEMO']

interface Service {
  profiles: string[]
  image: string
  environment?: Record<string, string>
  env_file?: string
  ports?: string[]
  volumes?: string[]
  networks: string[]
  depends_on?: string[] | Record<string, { condition: string }>
  command?: string[]
  healthcheck?: { test: string[] }
  read_only?: boolean
  cap_drop?: string[]
  restart?: string
}
interface Compose {
  services: Record<string, Service>
  networks: object
  volumes: object
}
const compose = () => parse(read('compose.yaml'), { merge: true }) as Compose
const isRoom = ({ image }: Service) => image.startsWith('room:')

it('tells every setting in .env.example, and none that there is not', () => {
  const told = [...read('.env.example').matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(
    ([, name]) => name!,
  )
  expect(
    told.filter((name, at) => told.indexOf(name) !== at),
    'twice',
  ).toEqual([])
  expect(told.filter((name) => !NAMES.includes(name) && !OF_COMPOSE.includes(name))).toEqual([])
  expect(NAMES.filter((name) => !told.includes(name) && !UNTOLD.includes(name))).toEqual([])
})

it('has a Dockerfile in which a linter finds nothing, and which copies what is there', () => {
  const file = read('Dockerfile')
  const found = validate(file, {
    deprecatedMaintainer: ValidationSeverity.ERROR,
    directiveCasing: ValidationSeverity.ERROR,
    emptyContinuationLine: ValidationSeverity.ERROR,
    instructionCasing: ValidationSeverity.ERROR,
    instructionCmdMultiple: ValidationSeverity.ERROR,
    instructionEntrypointMultiple: ValidationSeverity.ERROR,
    instructionHealthcheckMultiple: ValidationSeverity.ERROR,
    instructionJSONInSingleQuotes: ValidationSeverity.ERROR,
    instructionWorkdirRelative: ValidationSeverity.ERROR,
  })
  expect(found.map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([])
  const last = file.split(/^FROM /m).at(-1)!
  expect(last, 'nobody runs as root').toMatch(/^USER node$/m)
  expect(last).toMatch(/^HEALTHCHECK /m)
  expect(file.match(/^FROM \S+/gm)!.every((from) => !/alpine|:latest|FROM \w+$/.test(from))).toBe(
    true,
  )
  expect(file).not.toMatch(/SECRET|PASSWORD|_KEY/)
  const allowed = read('.dockerignore').split('\n')
  for (const [, from] of file.matchAll(/^COPY ((?!--from|\. )[\w. -]+) [\w./]+$/gm))
    for (const name of from!.split(' ')) {
      expect(existsSync(join(root, name)), name).toBe(true)
      expect(allowed, 'comes into the image').toContain(`!${name}`)
    }
  for (const [, script] of file.matchAll(/"((?:server|scripts)\/[\w./]+)"/g))
    expect(existsSync(join(root, script!)), script).toBe(true)
})

it('has a compose file whose parts fit together, for one machine and for many', () => {
  const { services, networks, volumes } = compose()
  const KNOWN =
    /^(profiles|image|build|env_file|environment|ports|volumes|networks|depends_on|command|entrypoint|healthcheck|read_only|tmpfs|cap_drop|cap_add|security_opt|restart|stop_grace_period)$/
  for (const [name, service] of Object.entries(services)) {
    for (const key of Object.keys(service)) expect(key, name).toMatch(KNOWN)
    expect(service.profiles, name).toHaveLength(1)
    expect(['one', 'many']).toContain(service.profiles[0])
    expect(service.image, `${name}: one version`).toMatch(/:[\w${]/)
    for (const network of service.networks) expect(networks).toHaveProperty(network)
    for (const volume of service.volumes ?? []) {
      const [from = ''] = volume.split(':')
      if (from.startsWith('./')) expect(existsSync(join(root, from)), from).toBe(true)
      else expect(volumes).toHaveProperty(from)
    }
    const needs = service.depends_on ?? []
    for (const other of Array.isArray(needs) ? needs : Object.keys(needs))
      expect(services[other]?.profiles, `${name} needs ${other}`).toEqual(service.profiles)
    for (const script of service.command?.filter((word) => /^(server|scripts)\//.test(word)) ?? [])
      expect(existsSync(join(root, script)), script).toBe(true)
  }
  expect(services['room-1']).toEqual(services['room-2'])
})

it('lets a container of ours do nothing that it need not, and nobody reach it but through Caddy', () => {
  const { services } = compose()
  const ours = Object.entries(services).filter(([, service]) => isRoom(service))
  expect(ours).toHaveLength(5)
  for (const [name, service] of ours) {
    expect(service, name).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      restart: 'unless-stopped',
      env_file: '.env',
    })
    for (const setting of Object.keys(service.environment!))
      expect([...NAMES, ...OTHERS], `${name} is told`).toContain(setting)
  }
  for (const [name, { ports = [] }] of Object.entries(services))
    for (const port of ports)
      if (!name.startsWith('caddy')) expect(port, name).toBe('127.0.0.1:1935:1935')
})

it('writes no secret down: each is asked of .env', () => {
  const told = [...read('compose.yaml').matchAll(/\$\{(\w+):?-?/g)].map(([, name]) => name!)
  expect(told).toContain('S3_SECRET')
  for (const name of told) expect([...NAMES, ...OF_COMPOSE]).toContain(name)
  for (const [, value] of read('compose.yaml').matchAll(/(?:SECRET|PASSWORD)\w*: (.*)/g))
    expect(value).toMatch(/^\$\{\w+:-\}$/)
})

it('has units that start what there is, without a right more than they need', () => {
  const units = globSync('docs/running/*.service', { cwd: root })
  expect(units).toHaveLength(3)
  for (const unit of units) {
    const text = read(unit)
    for (const line of [
      'User=room',
      'ProtectSystem=strict',
      'ProtectHome=yes',
      'PrivateTmp=yes',
      'PrivateDevices=yes',
      'NoNewPrivileges=yes',
      'CapabilityBoundingSet=',
      'UMask=0077',
    ])
      expect(text.split('\n'), unit).toContain(line)
    const [, script] = text.match(/^ExecStart=\/usr\/bin\/node (?:--\S+ )?(\S+)/m)!
    expect(existsSync(join(root, script!)), script).toBe(true)
    // Compiled code is written where it runs.
    expect(text).not.toContain('MemoryDenyWriteExecute')
  }
})
