import { join } from 'node:path'
import type * as z from 'zod'
import { SITE_TITLE } from '#contract/shared/limits.ts'
import { assertLocalDemo, assertProductionConfig, mayBeDemo, providerOf } from './assertions.ts'
import { Environment } from './environment.ts'
import {
  type Contentful,
  contentfulOf,
  type Firebase,
  firebaseOf,
  type OAuthClient,
  oauthOf,
} from './external-services.ts'
import type { LadderSettings } from './ladder.ts'
import { type GivenSecrets, type S3, s3Of, secretsOf } from './media-storage.ts'

/** Names of all environment variables that are read. */
export const NAMES = Object.keys(Environment.shape)

export interface Config {
  port: number
  host: string
  /** Addresses and networks of trusted proxies, besides this machine. */
  proxies: string[]
  /** Without a trailing slash. */
  siteUrl: string
  dataDir: string
  /** Object store of media; null: the data folder. */
  s3: S3 | null
  secrets: GivenSecrets
  demo: boolean
  /** Whether the demo's viewers go on talking. */
  demoTalk: boolean
  /** Whether demo data and test helpers are allowed. */
  mayBeDemo: boolean
  /** Empty: SQLite in the data folder. */
  databaseUrl: string
  /** Past a connection pooler; the same without one. */
  databaseDirectUrl: string
  /** `smtpUrl` empty: emails are written to files in the data folder. `from`: `Name <address>`. */
  mail: { smtpUrl: string; from: string }
  payments: {
    provider: 'sandbox' | 'stripe'
    publishableKey: string
    secretKey: string
    /** Signing secrets of the two endpoints; the sandbox creates its own. */
    webhookSecrets: { platform: string; connect: string }
    /** Empty: the provider's own host, or no sandbox. */
    apiBase: string
    /** Path of the file by which Apple verifies this domain; empty: none is served. */
    appleFile: string
  }
  /** Operator of this site. `invoiceNumber` empty: its invoices are not qualified invoices. */
  seller: {
    name: string
    url: string
    address: string
    representative: string
    phone: string
    invoiceNumber: string
    /** First day of the registration, `YYYY-MM-DD`. */
    invoiceSince: string
  }
  accounts: { title: string; url: string }[]
  /**
   * RTMP address of the ingest; port 0: any free port. `url`: shown to owners; empty: this port at the site's name.
   */
  rtmp: { host: string; port: number; url: string }
  /** Folder of the recordings, and limit per room in bytes. */
  live: {
    driver: 'embedded' | 'external'
    allowHosts: string[]
    dir: string
    roomBytes: number
    /** Renditions below each stream; null: none. */
    ladder: LadderSettings | null
  }
  /** Path of an ffmpeg; empty: the first one in PATH. */
  ffmpeg: string
  push: {
    contact: string
    /** Hosts of push services besides those of the browser vendors. */
    hosts: string[]
    allowHosts: string[]
    firebase: Firebase | null
  }
  /** Null: articles are in our own database. */
  contentful: Contentful | null
  /** Social login providers; null: disabled. */
  social: { twitter: OAuthClient | null; line: OAuthClient | null }
  /** Address of the API for the ingest process. */
  ingestApi: string
  metricsToken: string
  clockOffsetMs: number
  /** How long a process that is shutting down still serves requests. */
  drainMs: number
  logLevel: Environment['LOG_LEVEL']
  rateLimits: boolean
  /** Whether search engines may index this site. */
  isProduction: boolean
  indexable: boolean
}

/** Reads the environment; throws one error that names every missing or invalid setting. */
export function readConfig(env: Record<string, string | undefined>): Config {
  // An empty value in an .env file counts as not set.
  const values = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(values)
  if (!parsed.success) throw new Error(problems(parsed.error))
  const read = parsed.data
  assertProductionConfig(read)
  const siteUrl = new URL(read.SITE_URL ?? `http://localhost:${read.PORT}`).origin
  assertLocalDemo(read, siteUrl)
  return {
    port: read.PORT,
    host: read.HOST,
    proxies: read.TRUSTED_PROXIES,
    siteUrl,
    dataDir: read.DATA_DIR,
    s3: s3Of(read),
    secrets: secretsOf(read),
    demo: read.DEMO,
    demoTalk: read.DEMO && read.DEMO_TALK,
    mayBeDemo: mayBeDemo(read, siteUrl),
    databaseUrl: read.DATABASE_URL,
    databaseDirectUrl: read.DATABASE_DIRECT_URL || read.DATABASE_URL,
    mail: {
      smtpUrl: read.SMTP_URL,
      from: read.MAIL_FROM || `${SITE_TITLE} <no-reply@${new URL(siteUrl).hostname}>`,
    },
    payments: paymentsOf(read),
    seller: sellerOf(read),
    accounts: read.SITE_ACCOUNTS,
    rtmp: { host: read.RTMP_HOST || read.HOST, port: read.RTMP_PORT, url: read.RTMP_URL },
    live: {
      driver: read.LIVE,
      allowHosts: read.LIVE_ALLOW_HOSTS,
      dir: read.LIVE_DIR || join(read.DATA_DIR, 'live'),
      roomBytes: read.LIVE_ROOM_GB * 1_000_000_000,
      ladder: read.LIVE_LADDER,
    },
    ffmpeg: read.FFMPEG,
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
    isProduction: read.NODE_ENV === 'production',
    indexable: read.NODE_ENV === 'production' && !read.DEMO && siteUrl.startsWith('https:'),
  }
}

const paymentsOf = (read: Environment): Config['payments'] => ({
  provider: providerOf(read),
  publishableKey: read.STRIPE_PUBLISHABLE_KEY,
  secretKey: read.STRIPE_SECRET_KEY,
  webhookSecrets: {
    platform: read.STRIPE_WEBHOOK_SECRET,
    connect: read.STRIPE_CONNECT_WEBHOOK_SECRET,
  },
  apiBase: read.STRIPE_API_BASE,
  appleFile: read.APPLE_PAY_DOMAIN_FILE,
})

const sellerOf = (read: Environment): Config['seller'] => ({
  name: read.SELLER_NAME,
  url: read.SELLER_URL,
  address: read.SELLER_ADDRESS,
  representative: read.SELLER_REPRESENTATIVE,
  phone: read.SELLER_PHONE,
  invoiceNumber: read.SELLER_INVOICE_NUMBER,
  invoiceSince: read.SELLER_INVOICE_SINCE,
})

/** The site itself or, if it is not public, the sender of its emails. */
function contactOf({ PUSH_CONTACT, MAIL_FROM }: Environment, siteUrl: string): string {
  if (PUSH_CONTACT) return PUSH_CONTACT
  if (siteUrl.startsWith('https:')) return siteUrl
  return `mailto:${/[^<\s]+@[^>\s]+/.exec(MAIL_FROM)?.[0] ?? 'no-reply@room.invalid'}`
}

const problems = ({ issues }: z.ZodError) =>
  `The configuration is not complete:\n${issues
    .map(({ path, message }) => `  ${path.join('.')}: ${message}`)
    .join('\n')}`
