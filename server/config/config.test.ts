import { expect, it } from 'vitest'
import { NAMES, readConfig } from './config.ts'

const PRODUCTION = {
  NODE_ENV: 'production',
  SITE_URL: 'https://room.example',
  SMTP_URL: 'smtps://mail.example',
  SELLER_NAME: '株式会社ルーム',
  SELLER_URL: 'https://room.example/legal',
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_2',
}

it('development needs no settings', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    siteUrl: 'http://localhost:3000',
    demo: false,
    databaseUrl: '',
    databaseDirectUrl: '',
    indexable: false,
  })
})

it('one error names every invalid setting', () => {
  const env = { PORT: 'many', SITE_URL: 'room', DATABASE_URL: 'mysql://x', SITE_ACCOUNTS: 'X' }
  expect(() => readConfig(env)).toThrow(
    /PORT[\s\S]*SITE_URL[\s\S]*DATABASE_URL[\s\S]*SITE_ACCOUNTS/,
  )
})

it('production error names every missing setting', () => {
  expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(
    'SITE_URL, SMTP_URL, SELLER_NAME, SELLER_URL',
  )
  expect(readConfig(PRODUCTION)).toMatchObject({ indexable: true, demo: false })
})

const CONTENTFUL = { NEWS: 'contentful', CONTENTFUL_SPACE_ID: 's', CONTENTFUL_ACCESS_TOKEN: 't' }
const RISKY: Record<string, string>[] = [
  { DEMO: '1' },
  { CLOCK_OFFSET_MS: '1' },
  { RATE_LIMITS: 'off' },
  { PAYMENTS: 'sandbox' },
  { PUSH_ALLOW_HOSTS: 'localhost:8443' },
  { LIVE_ALLOW_HOSTS: 'localhost:8080' },
  { STRIPE_API_BASE: 'https://evil.example' },
  { FIREBASE_API_BASE: 'https://evil.example' },
  { OAUTH_BASE_X: 'https://evil.example' },
  { OAUTH_BASE_LINE: 'https://evil.example' },
  { CONTENTFUL_API_BASE: 'https://evil.example', ...CONTENTFUL },
]

it('settings of other hosts, and those that bypass a rule, are known as unsafe', () => {
  const listed = RISKY.map((risky) => Object.keys(risky)[0])
  const suspicious = NAMES.filter((name) => /_BASE|ALLOW_HOSTS|OFFSET|^DEMO$/.test(name))
  expect(suspicious.filter((name) => !listed.includes(name))).toEqual([])
})

it.each(RISKY)('unsafe setting %o is refused on a public site', (risky) => {
  const open = { ...PRODUCTION, ...risky }
  expect(() => readConfig(open)).toThrow(Object.keys(risky)[0])
  expect(() => readConfig({ ...open, I_KNOW_THIS_IS_A_DEMO: '1' })).not.toThrow()
  for (const SITE_URL of ['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000'])
    expect(() => readConfig({ ...open, SITE_URL })).not.toThrow()
})

it('trusted proxies must be valid networks', () => {
  expect(readConfig({}).proxies).toEqual([])
  const TRUSTED_PROXIES = '172.30.0.0/24,10.0.0.9,fd00::/8'
  expect(readConfig({ TRUSTED_PROXIES }).proxies).toEqual(TRUSTED_PROXIES.split(','))
  for (const value of ['all', '10.0.0.0/99', 'caddy', '*'])
    expect(() => readConfig({ TRUSTED_PROXIES: value })).toThrow('TRUSTED_PROXIES')
})

it('RTMP address for owners must have the app name of the ingest process', () => {
  expect(readConfig({}).rtmp.url).toBe('')
  for (const RTMP_URL of ['rtmps://stream.room.example:1936/live', 'rtmp://192.0.2.7/live'])
    expect(readConfig({ RTMP_URL }).rtmp.url).toBe(RTMP_URL)
  for (const RTMP_URL of [
    ...['stream.room.example:1936', 'https://stream.room.example/live', 'rtmps:///live'],
    ...['rtmps://stream.room.example:1936', 'rtmps://stream.room.example/live/key'],
    ...['rtmps://me:pass@stream.room.example/live', 'rtmps://stream.room.example/live?a'],
  ])
    expect(() => readConfig({ RTMP_URL }), RTMP_URL).toThrow('RTMP_URL')
})

it('lookalikes of a loopback address are refused', () => {
  for (const SITE_URL of [
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://evil.example',
  ])
    expect(() => readConfig({ SITE_URL, DEMO: '1' })).toThrow('DEMO')
})

it('social accounts of the service are parsed', () => {
  const { accounts } = readConfig({
    SITE_ACCOUNTS: 'X=https://x.example/r?a=b, 動画=https://v.example',
  })
  expect(accounts).toEqual([
    { title: 'X', url: 'https://x.example/r?a=b' },
    { title: '動画', url: 'https://v.example' },
  ])
})

it.each(['https://room.example/sub', 'https://room.example/?a', 'https://me:pass@room.example'])(
  'site URL %s is refused',
  (SITE_URL) => {
    expect(() => readConfig({ ...PRODUCTION, SITE_URL })).toThrow('SITE_URL')
  },
)

it('site URL is normalized like in browsers', () => {
  const { siteUrl } = readConfig({ ...PRODUCTION, SITE_URL: 'HTTPS://Room.Example:443/' })
  expect(siteUrl).toBe('https://room.example')
})

it('empty setting counts as not set', () => {
  const empty = { PORT: '', SITE_URL: '', PAYMENTS: '', LOG_LEVEL: '', RATE_LIMITS: '', HOST: '' }
  expect(readConfig(empty)).toEqual(readConfig({}))
})

it('Contentful needs all its settings, and a real site uses no other host', () => {
  expect(readConfig({}).contentful).toBeNull()
  expect(() => readConfig({ NEWS: 'contentful' })).toThrow(
    'CONTENTFUL_SPACE_ID, CONTENTFUL_ACCESS_TOKEN',
  )
  const there = { NEWS: 'contentful', CONTENTFUL_SPACE_ID: 's', CONTENTFUL_ACCESS_TOKEN: 't' }
  expect(readConfig({ ...PRODUCTION, ...there }).contentful).toEqual({
    base: 'https://cdn.contentful.com',
    space: 's',
    environment: 'master',
    token: 't',
    locale: '',
  })
  const other = { ...PRODUCTION, ...there, CONTENTFUL_API_BASE: 'https://evil.example' }
  expect(() => readConfig(other)).toThrow('CONTENTFUL_API_BASE')
})

const BUCKET = {
  MEDIA: 's3',
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'room-media',
  S3_KEY_ID: 'id',
  S3_SECRET: 'secret',
}

it('media are on disk by default, or need all settings of a bucket', () => {
  expect(readConfig({ ...BUCKET, MEDIA: 'disk' }).s3).toBeNull()
  expect(() => readConfig({ MEDIA: 's3', S3_BUCKET: 'room-media' })).toThrow(
    'S3_ENDPOINT, S3_KEY_ID, S3_SECRET',
  )
  expect(readConfig(BUCKET).s3).toMatchObject({ region: 'us-east-1', pathStyle: true, prefix: '' })
  expect(readConfig({ ...BUCKET, S3_PATH_STYLE: '0' }).s3?.pathStyle).toBe(false)
  for (const env of [{ S3_PREFIX: 'room' }, { S3_PREFIX: '../' }, { S3_BUCKET: 'a/b' }])
    expect(() => readConfig({ ...BUCKET, ...env })).toThrow(Object.keys(env)[0])
})

it('secrets are configured in exactly one complete way', () => {
  const [TOKEN_SECRET, LINK_SECRET] = ['t'.repeat(43), 'l'.repeat(43)]
  expect(readConfig({}).secrets).toEqual({ file: '', inline: null })
  expect(readConfig({ TOKEN_SECRET, LINK_SECRET }).secrets.inline).toEqual({
    ...{ token: TOKEN_SECRET, link: LINK_SECRET },
  })
  for (const env of [
    { TOKEN_SECRET },
    { LINK_SECRET },
    { TOKEN_SECRET, LINK_SECRET: 'short' },
    { TOKEN_SECRET, LINK_SECRET, SECRETS_FILE: '/run/secrets/room' },
  ])
    expect(() => readConfig(env)).toThrow(/TOKEN_SECRET (and|with) LINK_SECRET/)
})

it.each([
  ['', [720, 360, 0], 64],
  ['sound:48,240:150,480:700', [480, 240, 0], 48],
  ['480:700', [480], 64],
])('ladder of streams %j has its largest picture first', (LIVE_LADDER, heights, soundKbps) => {
  const { ladder } = readConfig({ LIVE_LADDER }).live
  expect(ladder?.rungs.map(({ height }) => height)).toEqual(heights)
  expect(ladder?.soundKbps).toBe(soundKbps)
})

it('ladder of streams can be switched off, and has no rung without a rate', () => {
  expect(readConfig({ LIVE_LADDER: 'off' }).live.ladder).toBeNull()
  for (const LIVE_LADDER of ['720', '720:1800,', '72:90', 'sound', '720:1800,off'])
    expect(() => readConfig({ LIVE_LADDER }), LIVE_LADDER).toThrow('LIVE_LADDER')
})
