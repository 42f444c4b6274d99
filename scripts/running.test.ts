import { spawnSync } from 'node:child_process'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { ValidationSeverity, validate } from 'dockerfile-utils'
import { expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { NAMES, readConfig } from '#server/config/config.ts'
import { blocksOf, FILLED, filledIn, read, root } from './guides.ts'

/** Settings that only compose.yaml reads. */
const OF_COMPOSE = ['POSTGRES_PASSWORD', 'ROOM_VERSION']
/** Settings that a package or Node itself reads. */
const OTHERS = ['NODE_ENV', 'NODE_COMPILE_CACHE']
/** Settings not for operators: only for tests, or set by the start script. */
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

it('.env.example lists every setting, and no other', () => {
  const listed = [...read('.env.example').matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(
    ([, name]) => name!,
  )
  expect(
    listed.filter((name, at) => listed.indexOf(name) !== at),
    'twice',
  ).toEqual([])
  expect(listed.filter((name) => !NAMES.includes(name) && !OF_COMPOSE.includes(name))).toEqual([])
  expect(NAMES.filter((name) => !listed.includes(name) && !UNTOLD.includes(name))).toEqual([])
})

/** Bare values without special characters, or single-quoted ones, which all parsers read the same way. */
const READ_ALIKE = /^(?:[\w.,:/@-]*|'[^'\n]*')$/

it('.env.example is parsed alike by all readers, and contains only defaults', () => {
  const text = read('.env.example')
  for (const [line, value] of text.matchAll(/^(?:# )?[A-Z][A-Z0-9_]+=(.*)$/gm))
    expect(value, line).toMatch(READ_ALIKE)
  for (const line of text.split('\n')) expect(line).toMatch(/^(#.*|[A-Z][A-Z0-9_]*=.*)?$/)
  const usual = readConfig({})
  expect(readConfig(parseEnv(text))).toEqual({
    ...usual,
    // The exception: copied for a real site, it never selects the sandbox.
    payments: { ...usual.payments, provider: 'stripe' },
  })
  expect(() => readConfig({ ...parseEnv(text), NODE_ENV: 'production' })).toThrow(
    'Production needs SITE_URL, SMTP_URL, SELLER_NAME, SELLER_URL, STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_CONNECT_WEBHOOK_SECRET.',
  )
})

it('.env.example sets nothing that a systemd unit sets, as the file would override it', () => {
  const listed = Object.keys(parseEnv(read('.env.example')))
  for (const unit of globSync('docs/running/**/*.{service,conf}', { cwd: root }))
    for (const [, assignments] of read(unit).matchAll(/^Environment=(.*)$/gm))
      for (const setting of assignments!.split(' '))
        expect(listed, unit).not.toContain(setting.slice(0, setting.indexOf('=')))
})

it('a filled-in .env is parsed alike by Node and by a shell', () => {
  const filled = filledIn(FILLED)
  const file = join(folder(), 'env')
  writeFileSync(file, filled)
  const names = Object.keys(parseEnv(filled))
  const { stdout, stderr } = spawnSync(
    'sh',
    ['-ec', `. "$0"; ${names.map((name) => `printf '%s\\0' "$${name}"`).join('; ')}`, file],
    { encoding: 'utf8' },
  )
  expect(stderr).toBe('')
  const values = stdout.split('\0').slice(0, -1)
  expect(Object.fromEntries(names.map((name, at) => [name, values[at]]))).toEqual(parseEnv(filled))
  expect(parseEnv(filled)).toMatchObject(FILLED)
})

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'room-running-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** The commands that the guides give for the server's user, in order. */
const typed = ['docs/running.md', 'docs/operating.md', 'docs/proxy/README.md'].flatMap((guide) =>
  [...read(guide).matchAll(/^ *(sudo -u room .*)$/gm)].map(([, line]) => line!),
)

const isOfRehearsal = (line: string) => line.includes('/srv/room-drill')

it('commands of the guides find the settings, the folder and the program', () => {
  expect(typed.length).toBeGreaterThan(9)
  for (const line of typed.filter((one) => !isOfRehearsal(one))) {
    const [, dataDir, script] = line.match(
      /^sudo -u room (DATA_DIR=\/var\/lib\/room )?node --env-file=\/etc\/room\/env ([\w./-]+)( |$)/,
    )!
    expect(existsSync(join(root, script!)), line).toBe(true)
    if (!/--(check|into)\b/.test(line)) expect(dataDir, line).toBeDefined()
  }
})

it('commands of a restore rehearsal have no settings of the real site, so that they cannot affect it', () => {
  const [restoring = '', starting = '', ...more] = typed.filter(isOfRehearsal)
  expect(more).toEqual([])
  expect(restoring).toMatch(/ --drill$/)
  for (const line of [restoring, starting]) {
    expect(line).not.toContain('/etc/room')
    const [, script = ''] = line.match(/ node (\S+\.ts)/)!
    expect(existsSync(join(root, script)), line).toBe(true)
  }
  const env = [...starting.matchAll(/ ([A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name, value])
  const config = readConfig(Object.fromEntries(env))
  expect(config).toMatchObject({
    dataDir: '/srv/room-drill',
    siteUrl: 'http://localhost:4000',
    databaseUrl: '',
    s3: null,
    payments: { secretKey: '', apiBase: '' },
  })
  expect([config.mail.smtpUrl, config.push.firebase]).toEqual(['', null])
})

it('commands of the guides work as they are: first operator, backup, restore', () => {
  const machine = folder()
  const file = join(machine, 'env')
  writeFileSync(file, filledIn({ ...FILLED, FIREBASE_PRIVATE_KEY: '' }))
  const shelf = join(machine, 'shelf')
  mkdirSync(shelf)
  const type = (line: string) => {
    const here = line
      .replaceAll('/var/lib/room', join(machine, 'data'))
      .replaceAll('/etc/room/env', file)
      .replaceAll('/mnt/other-disk/room', shelf)
      .replaceAll('/srv/room-again', join(machine, 'again'))
      .replaceAll('/srv/room-drill', join(machine, 'drill'))
      .replaceAll('<time>', () => readdirSync(shelf)[0] ?? '')
      .replace(/ \| install .*/, '')
    // The user who runs the tests takes the place of `room`.
    return spawnSync('sh', ['-c', `sudo() { shift 2; env "$@"; }; ${here}`], {
      cwd: root,
      env: { PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) },
      input: 'yoru no umi e 9\n',
      encoding: 'utf8',
    })
  }
  const does = (script: string) => (line: string) => line.includes(script)
  const outputs = [
    'operator/main.ts create',
    'backup/main.ts',
    '--check',
    '--into',
    '--drill',
    'segment-key.ts',
  ]
    .map((what) => type(typed.find(does(what))!))
    .map(({ status, stdout, stderr }) => [status, stdout, stderr.replace(/Password.*\n/, '')])
  expect(outputs).toEqual([
    [0, expect.stringContaining('Done.'), ''],
    [0, expect.stringMatching(/ rows, /), ''],
    [0, expect.stringContaining(': whole'), ''],
    [0, expect.stringContaining(`back in ${join(machine, 'again')}`), ''],
    [0, expect.stringContaining(`back in ${join(machine, 'drill')}`), ''],
    [0, expect.stringMatching(/^set \$segment_key ".+";\n$/), ''],
  ])
})

it('the guide’s RTMPS tunnel listens where owners push to, and on no port of the site', () => {
  const [tunnel = '', envBlock = ''] = blocksOf('docs/running.md', 'Encrypted stream keys')
  const { RTMP_URL = '' } = parseEnv(envBlock)
  expect(readConfig({ RTMP_URL }).rtmp.url).toBe(RTMP_URL)
  const { protocol, hostname, port } = new URL(RTMP_URL)
  expect(protocol).toBe('rtmps:')
  const listened = [...tunnel.matchAll(/^ *listen (?:\[::\]:)?(\d+) ssl;$/gm)].map(([, at]) => at)
  expect(listened).toEqual([port, port])
  expect(compose().services.caddy!.ports!.join(' ')).not.toContain(port)
  expect(read('docs/running.md')).toContain(`\`accept = ${port}\``)
  expect(tunnel).toContain(`/live/${hostname}/fullchain.pem;`)
  const { host, port: ours } = readConfig(parseEnv(read('.env.example'))).rtmp
  expect(tunnel).toContain(`proxy_pass ${host}:${ours};`)
  const [, zone] = tunnel.match(/^ *limit_conn_zone \$binary_remote_addr zone=(\w+):\w+;$/m)!
  expect(tunnel, 'nobody holds all the lines').toMatch(
    new RegExp(`^ *limit_conn ${zone} \\d+;$`, 'm'),
  )
})

it('the Dockerfile passes the linter, and copies only existing files', () => {
  const file = read('Dockerfile')
  const issues = validate(file, {
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
  expect(issues.map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([])
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

it('the compose file is consistent, for one machine and for several', () => {
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

it('the compose file’s S3 server requires the secret, and does not start without one', () => {
  const { s3 } = compose().services
  const machine = folder()
  // Compose escapes $ as $$. A fake program prints its arguments.
  const [script = ''] = s3!.command!
  const here = script.replaceAll('$$', '$').replaceAll('/tmp/s3.json', join(machine, 's3.json'))
  writeFileSync(join(machine, 'weed'), '#!/bin/sh\necho "$*"\n', { mode: 0o755 })
  const start = (secret: string) => {
    const env = { PATH: `${machine}${delimiter}${process.env.PATH}`, S3_SECRET: secret }
    return spawnSync('/bin/sh', ['-c', here], { env, encoding: 'utf8' })
  }
  expect(start('').status).toBe(1)
  expect(start('himitsu-42').stdout.trim().split(' ')).toContain(
    `-s3.config=${join(machine, 's3.json')}`,
  )
  expect(JSON.parse(readFileSync(join(machine, 's3.json'), 'utf8'))).toEqual({
    identities: [
      {
        name: 'room',
        credentials: [
          {
            accessKey: compose().services['room-1']!.environment!.S3_KEY_ID,
            secretKey: 'himitsu-42',
          },
        ],
        actions: ['Admin', 'Read', 'List', 'Tagging', 'Write'],
      },
    ],
  })
})

it.each([
  { bucket: 'is not there yet, nor who keeps it', ready: 3, status: 0, made: ['room'] },
  { bucket: 'is there', ready: 0, status: 0, made: [] },
  { bucket: 'cannot be made', ready: 99, status: 1, made: [] },
])(
  'the compose file waits for its bucket, which $bucket, before a node starts',
  ({ ready, status, made }) => {
    const machine = folder()
    const shelf = join(machine, 'shelf')
    mkdirSync(shelf)
    if (ready === 0) mkdirSync(join(shelf, 'room'))
    // A fake of `weed shell` that exits with 0 even on errors; its bucket store is ready at the third call.
    const weed = `#!/bin/sh
read -r what flag name
echo . >>${machine}/calls
printf 'master: s3:9333 filers: []\\n> '
[ $(wc -l <${machine}/calls) -lt ${ready} ] && { echo 'error: no filer' >&2; exit 0; }
case "$what $flag" in
  's3.bucket.create -name') mkdir ${shelf}/$name && echo $name >>${machine}/made ;;
  's3.bucket.list ') for one in $(ls ${shelf}); do printf '  %s\\tsize:0\\tchunk:0\\n' $one; done ;;
esac
`
    for (const [name, text] of Object.entries({ weed, sleep: '#!/bin/sh\n' }))
      writeFileSync(join(machine, name), text, { mode: 0o755 })
    const env = { PATH: `${machine}${delimiter}${process.env.PATH}` }
    const script = compose().services['s3-bucket']!.command![0]!.replaceAll('$$', '$')
    expect(spawnSync('/bin/sh', ['-c', script], { env }).status).toBe(status)
    const list = join(machine, 'made')
    expect(existsSync(list) ? readFileSync(list, 'utf8').trim().split('\n') : []).toEqual(made)
  },
)

it('the guide installs the Caddyfile, and all variables that it uses, where Caddy’s unit reads them', () => {
  const machine = folder()
  mkdirSync(join(machine, 'etc/caddy'), { recursive: true })
  const [typed] = blocksOf('docs/running.md', 'Caddy')
  const here = typed!
    .replace(/^apt-get .*$/m, '')
    .replaceAll(' /etc/', ` ${machine}/etc/`)
    .replaceAll('/opt/room', root)
  const commands = 'systemctl() { :; }\n'
  const { status, stderr } = spawnSync('sh', ['-ec', commands + here], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  const caddyfile = readFileSync(join(machine, 'etc/caddy/Caddyfile'), 'utf8')
  expect(caddyfile).toBe(read('docs/running/Caddyfile'))
  const dropIn = readFileSync(join(machine, 'etc/systemd/system/caddy.service.d/room.conf'), 'utf8')
  const defined = [...dropIn.matchAll(/[ =](\w+)=/g)].map(([, name]) => name!)
  const used = [...caddyfile.matchAll(/\{\$(\w+)\}/g)].map(([, name]) => name!)
  const ofSeveral = 'ROOM_NODES_BACK'
  expect(new Set([...defined, ofSeveral])).toEqual(new Set(used))
})

it('Caddy waits for a node much longer than it marks an unavailable one as down', () => {
  const [, ...proxies] = read('docs/running/Caddyfile').split(/^\t+reverse_proxy /m)
  expect(proxies.length).toBeGreaterThan(2)
  for (const proxy of proxies) {
    const seconds = (name: string) =>
      Number(proxy.match(new RegExp(`\\b${name} (\\d+)s$`, 'm'))?.[1])
    expect(seconds('lb_try_duration'), proxy).toBeGreaterThan(5 * seconds('fail_duration'))
  }
})

it('Caddy lists the nodes in the order of an upgrade, and in reverse', () => {
  const { ROOM_NODES, ROOM_NODES_BACK } = compose().services['caddy-many']!.environment!
  expect(ROOM_NODES_BACK!.split(' ').toReversed()).toEqual(ROOM_NODES!.split(' '))
})

it('our containers have no needless privileges, and are reachable only through Caddy', () => {
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

it('no secret is in the compose file: each is read from .env', () => {
  const used = [...read('compose.yaml').matchAll(/\$\{(\w+):?-?/g)].map(([, name]) => name!)
  expect(used).toContain('S3_SECRET')
  for (const name of used) expect([...NAMES, ...OF_COMPOSE]).toContain(name)
  for (const [, value] of read('compose.yaml').matchAll(/(?:SECRET|PASSWORD)\w*: (.*)/g))
    expect(value).toMatch(/^\$\{\w+:-\}$/)
})

it('the systemd units start existing programs without needless privileges', () => {
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
    // MemoryDenyWriteExecute would break V8's JIT compiler.
    expect(text).not.toContain('MemoryDenyWriteExecute')
  }
})

it('the server units restart without a limit, as a database may be late', () => {
  for (const unit of ['room', 'room-ingest'])
    expect(read(`docs/running/${unit}.service`)).toMatch(
      /^\[Unit\]\n(?:(?!\[).*\n)*StartLimitIntervalSec=0\n/m,
    )
})

it('the units may write only the stream folder that nginx reads', () => {
  const lines = read('docs/proxy/live-dir.conf').split('\n')
  expect(lines.filter((line) => line !== '' && !line.startsWith('#'))).toEqual([
    '[Service]',
    'ReadWritePaths=/var/lib/room-live',
    'UMask=0027',
  ])
  const guide = read('docs/proxy/README.md')
  for (const unit of ['room', 'room-ingest']) {
    expect(guide).toContain(`docs/proxy/live-dir.conf /etc/systemd/system/${unit}.service.d/`)
    // Private files are in a folder that others cannot enter.
    expect(read(`docs/running/${unit}.service`)).toContain('StateDirectoryMode=0700')
  }
  expect(read('docs/proxy/room.conf')).toContain('alias /var/lib/room-live/')
})
