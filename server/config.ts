import { join } from 'node:path'
import * as z from 'zod'
import { isInvoiceNumber } from '#contract/invoice-number.ts'
import { ROOM_RECORDINGS_GB, SITE_TITLE } from '#contract/limits.ts'
import { type GivenSecrets, type S3, STORE, s3Of, secretsOf } from './config-store.ts'

const flag = z
  .enum(['0', '1', 'true', 'false', ''])
  .default('')
  .transform((value) => value === '1' || value === 'true')

/** `X=https://x.com/room, YouTube=https://…`: the service's own accounts elsewhere. */
const accounts = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .filter((part) => part.trim() !== '')
      .map((part) => {
        const [title = '', ...url] = part.trim().split('=')
        return { title, url: url.join('=') }
      }),
  )
  .pipe(z.array(z.object({ title: z.string().min(1), url: z.url({ protocol: /^https$/ }) })))

/** All our addresses are made from it, and browsers compare theirs with it. */
function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url?.href.replace(/\/+$/, '') === url?.origin
}

function isLoopback(url: string): boolean {
  const { hostname = '' } = URL.parse(url) ?? {}
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

const list = z
  .string()
  .default('')
  .transform((text) => text.split(',').filter((part) => part !== ''))

/** Codes and secrets go there: in the clear at most to this machine itself. */
const oauthBase = z
  .string()
  .refine((text) => text === '' || isOrigin(text), 'an address without a path')
  .refine((text) => text === '' || /^https:/.test(text) || isLoopback(text), 'https://…')
  .transform((text) => text.replace(/\/+$/, ''))
  .default('')

/** The first three from a service account, the others from the web app's own configuration. */
const FIREBASE = {
  FIREBASE_PROJECT_ID: z.string().default(''),
  FIREBASE_CLIENT_EMAIL: z.string().default(''),
  FIREBASE_PRIVATE_KEY: z.string().default(''),
  FIREBASE_API_KEY: z.string().default(''),
  FIREBASE_APP_ID: z.string().default(''),
  FIREBASE_SENDER_ID: z.string().default(''),
  FIREBASE_VAPID_KEY: z.string().default(''),
}
/** Where articles are written, if not here. */
const CONTENTFUL = {
  CONTENTFUL_SPACE_ID: z.string().default(''),
  CONTENTFUL_ACCESS_TOKEN: z.string().default(''),
}
const CONTENTFUL_NAMES = Object.keys(CONTENTFUL) as (keyof typeof CONTENTFUL)[]
const FIREBASE_NAMES = Object.keys(FIREBASE) as (keyof typeof FIREBASE)[]

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  TRUSTED_PROXIES: list.pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]))),
  SITE_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isOrigin, 'no path, no login')
    .optional(),
  DATA_DIR: z.string().default('./data'),
  ...STORE,
  DEMO: flag,
  DATABASE_URL: z.union([z.literal(''), z.string().regex(/^postgres(ql)?:\/\//)]).default(''),
  SMTP_URL: z.union([z.literal(''), z.url({ protocol: /^smtps?$/ })]).default(''),
  MAIL_FROM: z.string().default(''),
  STRIPE_SECRET_KEY: z.string().default(''),
  STRIPE_PUBLISHABLE_KEY: z.string().default(''),
  STRIPE_WEBHOOK_SECRET: z.string().default(''),
  STRIPE_CONNECT_WEBHOOK_SECRET: z.string().default(''),
  /** Another host that speaks the provider's API. */
  STRIPE_API_BASE: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  PAYMENTS: z.enum(['sandbox', 'stripe']).optional(),
  SELLER_NAME: z.string().default(''),
  SELLER_URL: z.string().default(''),
  SELLER_ADDRESS: z.string().default(''),
  SELLER_REPRESENTATIVE: z.string().default(''),
  SELLER_PHONE: z.string().default(''),
  /** The operator's own registration number, for the invoices of its fees. */
  SELLER_INVOICE_NUMBER: z
    .string()
    .refine(
      (number) => number === '' || isInvoiceNumber(number),
      'T and 13 digits, the first checks the others',
    )
    .default(''),
  SITE_ACCOUNTS: accounts,
  RTMP_PORT: z.coerce.number().int().min(0).max(65_535).default(1935),
  RTMP_HOST: z.string().default(''),
  INGEST_API: z.union([z.literal(''), z.url({ protocol: /^http$/ })]).default(''),
  /** Streams are pushed to us, or come from where their owners say. */
  LIVE: z.enum(['embedded', 'external']).default('embedded'),
  /** `host:port,…` from which streams may come though they are not public; for tests. */
  LIVE_ALLOW_HOSTS: list,
  /** What the recordings of one room may take of the disk, in GB. */
  LIVE_ROOM_GB: z.coerce.number().positive().default(ROOM_RECORDINGS_GB),
  /** Where recordings are kept, if not in the data folder. */
  LIVE_DIR: z.string().default(''),
  /** Whom a push service may turn to; it may refuse what is sent without. */
  PUSH_CONTACT: z.union([z.literal(''), z.url({ protocol: /^(mailto|https)$/ })]).default(''),
  /** Further push services that browsers may name, besides those of their makers. */
  PUSH_HOSTS: list,
  /** `host:port,…` that are held to no rule for push services; for tests. */
  PUSH_ALLOW_HOSTS: list,
  ...FIREBASE,
  /** Another host that speaks Google's API. */
  FIREBASE_API_BASE: z.union([z.literal(''), z.url({ protocol: /^https$/ })]).default(''),
  NEWS: z.enum(['local', 'contentful']).default('local'),
  ...CONTENTFUL,
  CONTENTFUL_ENVIRONMENT: z.string().default('master'),
  CONTENTFUL_LOCALE: z.string().default(''),
  /** Another host that speaks Contentful's API. */
  CONTENTFUL_API_BASE: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  X_CLIENT_ID: z.string().default(''),
  X_CLIENT_SECRET: z.string().default(''),
  LINE_CLIENT_ID: z.string().default(''),
  LINE_CLIENT_SECRET: z.string().default(''),
  /** Other hosts that speak their OAuth. */
  OAUTH_BASE_X: oauthBase,
  OAUTH_BASE_LINE: oauthBase,
  METRICS_TOKEN: z.string().default(''),
  CLOCK_OFFSET_MS: z.coerce.number().int().default(0),
  /** Seconds for which a process that was told to stop goes on serving, until a proxy has seen that it is going. */
  DRAIN_S: z.coerce.number().min(0).max(60).default(0),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  I_KNOW_THIS_IS_A_DEMO: flag,
  NODE_ENV: z.string().default(''),
})
type Environment = z.output<typeof Environment>
/** Every name that is read. */
export const NAMES = Object.keys(Environment.shape)

export interface Config {
  port: number
  host: string
  /** Addresses and networks of proxies that are believed who their clients are, besides this machine. */
  proxies: string[]
  /** Without a slash at its end. */
  siteUrl: string
  dataDir: string
  /** Where media are kept; null: in the data folder. */
  s3: S3 | null
  secrets: GivenSecrets
  demo: boolean
  /** Nobody else reaches it, or whoever started it knows what it is. */
  mayBeDemo: boolean
  /** Empty: SQLite in the data folder. */
  databaseUrl: string
  /** `smtpUrl` empty: mails become files in the data folder. `from` as mails spell it: `Name <address>`. */
  mail: { smtpUrl: string; from: string }
  payments: {
    provider: 'sandbox' | 'stripe'
    publishableKey: string
    secretKey: string
    /** Of the two endpoints; the sandbox makes its own. */
    webhookSecrets: { platform: string; connect: string }
    /** Empty: the provider's own host, or no sandbox at all. */
    apiBase: string
  }
  /** Who runs this site. `invoiceNumber` empty: its invoices are no qualified ones. */
  seller: {
    name: string
    url: string
    address: string
    representative: string
    phone: string
    invoiceNumber: string
  }
  accounts: { title: string; url: string }[]
  /** Where encoders push to; port 0 takes a free one. */
  rtmp: { host: string; port: number }
  /** Where recordings are kept, and how many bytes those of one room may take. */
  live: {
    driver: 'embedded' | 'external'
    allowHosts: string[]
    dir: string
    roomBytes: number
  }
  push: {
    contact: string
    /** Names of push services besides those of the browsers' makers. */
    hosts: string[]
    allowHosts: string[]
    firebase: Firebase | null
  }
  /** Null: articles are kept in our own database. */
  contentful: Contentful | null
  /** Where people may also log in by; null: they may not. */
  social: { twitter: OAuthClient | null; line: OAuthClient | null }
  /** Where the ingest process finds the API. */
  ingestApi: string
  metricsToken: string
  clockOffsetMs: number
  /** For so long a process that was told to stop goes on serving. */
  drainMs: number
  logLevel: Environment['LOG_LEVEL']
  rateLimits: boolean
  /** Search engines may list this site. */
  indexable: boolean
}

/** What we are to another service. `base` empty: its own hosts. */
export interface OAuthClient {
  id: string
  secret: string
  base: string
}

export interface Contentful {
  base: string
  space: string
  environment: string
  /** May read what is published, and nothing else. */
  token: string
  /** Empty: the space's own. */
  locale: string
}

interface Firebase {
  account: { projectId: string; clientEmail: string; privateKey: string }
  api: { messages: string; token: string }
  /** What browsers are told: nothing of it is secret. */
  web: Record<'projectId' | 'apiKey' | 'appId' | 'messagingSenderId' | 'vapidKey', string>
}

/** Reads the environment once; throws one error that names everything that is missing or wrong. */
export function readConfig(env: Record<string, string | undefined>): Config {
  // An empty line in an .env file is a name that was not given.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) throw new Error(problems(parsed.error))
  const read = parsed.data
  demandForProduction(read)
  const siteUrl = new URL(read.SITE_URL ?? `http://localhost:${read.PORT}`).origin
  refuseDemoOutside(read, siteUrl)
  return {
    port: read.PORT,
    host: read.HOST,
    proxies: read.TRUSTED_PROXIES,
    siteUrl,
    dataDir: read.DATA_DIR,
    s3: s3Of(read),
    secrets: secretsOf(read),
    demo: read.DEMO,
    mayBeDemo: mayBeDemo(read, siteUrl),
    databaseUrl: read.DATABASE_URL,
    mail: {
      smtpUrl: read.SMTP_URL,
      from: read.MAIL_FROM || `${SITE_TITLE} <no-reply@${new URL(siteUrl).hostname}>`,
    },
    payments: {
      provider: providerOf(read),
      publishableKey: read.STRIPE_PUBLISHABLE_KEY,
      secretKey: read.STRIPE_SECRET_KEY,
      webhookSecrets: {
        platform: read.STRIPE_WEBHOOK_SECRET,
        connect: read.STRIPE_CONNECT_WEBHOOK_SECRET,
      },
      apiBase: read.STRIPE_API_BASE,
    },
    seller: {
      name: read.SELLER_NAME,
      url: read.SELLER_URL,
      address: read.SELLER_ADDRESS,
      representative: read.SELLER_REPRESENTATIVE,
      phone: read.SELLER_PHONE,
      invoiceNumber: read.SELLER_INVOICE_NUMBER,
    },
    accounts: read.SITE_ACCOUNTS,
    rtmp: { host: read.RTMP_HOST || read.HOST, port: read.RTMP_PORT },
    live: {
      driver: read.LIVE,
      allowHosts: read.LIVE_ALLOW_HOSTS,
      dir: read.LIVE_DIR || join(read.DATA_DIR, 'live'),
      roomBytes: read.LIVE_ROOM_GB * 1_000_000_000,
    },
    push: {
      contact: contactOf(read, siteUrl),
      hosts: read.PUSH_HOSTS,
      allowHosts: read.PUSH_ALLOW_HOSTS,
      firebase: firebaseOf(read),
    },
    contentful: contentfulOf(read),
    social: { twitter: oauthOf(read, 'X'), line: oauthOf(read, 'LINE') },
    ingestApi: read.INGEST_API || `http://127.0.0.1:${read.PORT}`,
    metricsToken: read.METRICS_TOKEN,
    clockOffsetMs: read.CLOCK_OFFSET_MS,
    drainMs: read.DRAIN_S * 1000,
    logLevel: read.LOG_LEVEL,
    rateLimits: read.RATE_LIMITS === 'on',
    indexable: read.NODE_ENV === 'production' && !read.DEMO && siteUrl.startsWith('https:'),
  }
}

/** The site itself, or, where nobody outside can open that, the sender of its mails. */
function contactOf({ PUSH_CONTACT, MAIL_FROM }: Environment, siteUrl: string): string {
  if (PUSH_CONTACT) return PUSH_CONTACT
  if (siteUrl.startsWith('https:')) return siteUrl
  return `mailto:${/[^<\s]+@[^>\s]+/.exec(MAIL_FROM)?.[0] ?? 'no-reply@room.invalid'}`
}

function contentfulOf(read: Environment): Contentful | null {
  if (read.NEWS !== 'contentful') return null
  const missing = CONTENTFUL_NAMES.filter((name) => read[name] === '')
  if (missing.length > 0) throw new Error(`NEWS=contentful needs ${missing.join(', ')} too.`)
  return {
    base: read.CONTENTFUL_API_BASE || 'https://cdn.contentful.com',
    space: read.CONTENTFUL_SPACE_ID,
    environment: read.CONTENTFUL_ENVIRONMENT,
    token: read.CONTENTFUL_ACCESS_TOKEN,
    locale: read.CONTENTFUL_LOCALE,
  }
}

/** Both, or neither. */
function oauthOf(read: Environment, who: 'X' | 'LINE'): OAuthClient | null {
  const id = read[`${who}_CLIENT_ID`]
  const secret = read[`${who}_CLIENT_SECRET`]
  if (id === '' && secret === '') return null
  if (id === '' || secret === '')
    throw new Error(`${who}_CLIENT_ID and ${who}_CLIENT_SECRET need one another.`)
  return { id, secret, base: read[`OAUTH_BASE_${who}`] }
}

/** All of it, or none. */
function firebaseOf(read: Environment): Firebase | null {
  const missing = FIREBASE_NAMES.filter((name) => read[name] === '')
  if (missing.length === FIREBASE_NAMES.length) return null
  if (missing.length > 0) throw new Error(`Firebase needs ${missing.join(', ')} too.`)
  const base = read.FIREBASE_API_BASE
  return {
    account: {
      projectId: read.FIREBASE_PROJECT_ID,
      clientEmail: read.FIREBASE_CLIENT_EMAIL,
      // A line in a file has no line breaks of its own.
      privateKey: read.FIREBASE_PRIVATE_KEY.replaceAll('\\n', '\n'),
    },
    api: {
      messages: base || 'https://fcm.googleapis.com',
      token: base ? `${base}/token` : 'https://oauth2.googleapis.com/token',
    },
    web: {
      projectId: read.FIREBASE_PROJECT_ID,
      apiKey: read.FIREBASE_API_KEY,
      appId: read.FIREBASE_APP_ID,
      messagingSenderId: read.FIREBASE_SENDER_ID,
      vapidKey: read.FIREBASE_VAPID_KEY,
    },
  }
}

/** The sandbox, unless there are keys of a real account. */
const providerOf = (read: Environment): 'sandbox' | 'stripe' =>
  read.PAYMENTS ?? (read.STRIPE_SECRET_KEY || read.STRIPE_PUBLISHABLE_KEY ? 'stripe' : 'sandbox')

const mayBeDemo = (read: Environment, siteUrl: string): boolean =>
  isLoopback(siteUrl) || read.I_KNOW_THIS_IS_A_DEMO

/** What makes a demo or a test easy makes a real site a toy: refused unless nobody else can reach it. */
function refuseDemoOutside(read: Environment, siteUrl: string): void {
  if (mayBeDemo(read, siteUrl)) return
  const risky = [
    read.DEMO && 'DEMO',
    read.CLOCK_OFFSET_MS !== 0 && 'CLOCK_OFFSET_MS',
    read.LIVE_ALLOW_HOSTS.length > 0 && 'LIVE_ALLOW_HOSTS',
    read.PUSH_ALLOW_HOSTS.length > 0 && 'PUSH_ALLOW_HOSTS',
    read.FIREBASE_API_BASE !== '' && 'FIREBASE_API_BASE',
    read.OAUTH_BASE_X !== '' && 'OAUTH_BASE_X',
    read.OAUTH_BASE_LINE !== '' && 'OAUTH_BASE_LINE',
    read.NEWS === 'contentful' && read.CONTENTFUL_API_BASE !== '' && 'CONTENTFUL_API_BASE',
    read.RATE_LIMITS === 'off' && 'RATE_LIMITS=off',
    providerOf(read) === 'sandbox' && 'PAYMENTS=sandbox',
    providerOf(read) === 'stripe' && read.STRIPE_API_BASE !== '' && 'STRIPE_API_BASE',
  ].filter((name) => name !== false)
  if (risky.length > 0)
    throw new Error(
      `SITE_URL is ${siteUrl}: ${risky.join(', ')} may only be used on a loopback address. ` +
        'Set I_KNOW_THIS_IS_A_DEMO=1 to run a demo that others can reach.',
    )
}

/** What a real site cannot do without: its own address, a way to send mail, and who runs it. */
const NEEDED = ['SITE_URL', 'SMTP_URL', 'SELLER_NAME', 'SELLER_URL'] as const

/** And to take money. */
const NEEDED_TO_SELL = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_CONNECT_WEBHOOK_SECRET',
] as const

function demandForProduction(read: Environment): void {
  if (read.NODE_ENV !== 'production' || read.DEMO) return
  const needed = providerOf(read) === 'stripe' ? [...NEEDED, ...NEEDED_TO_SELL] : NEEDED
  const missing = needed.filter((name) => !read[name])
  if (missing.length > 0)
    throw new Error(`Production needs ${missing.join(', ')}. See .env.example for each.`)
}

const problems = ({ issues }: z.ZodError) =>
  `The configuration is not complete:\n${issues
    .map(({ path, message }) => `  ${path.join('.')}: ${message}`)
    .join('\n')}`
