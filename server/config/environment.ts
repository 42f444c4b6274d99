import * as z from 'zod'
import { isInvoiceNumber } from '#contract/monetization/invoice-number.ts'
import { ROOM_RECORDINGS_GB } from '#contract/streams/limits.ts'
import { isOrigin, isRtmpAddress } from './addresses.ts'
import { SERVICES } from './external-services.ts'
import { LadderText } from './ladder.ts'
import { STORE } from './media-storage.ts'

/** Qualified invoices exist since then (適格請求書等保存方式). */
const FIRST_REGISTRATION = '2023-10-01'

const flag = z
  .enum(['0', '1', 'true', 'false', ''])
  .default('')
  .transform((value) => value === '1' || value === 'true')

/** `X=https://x.com/room, YouTube=https://…`: the operator's social accounts. */
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

const list = z
  .string()
  .default('')
  .transform((text) => text.split(',').filter((part) => part !== ''))

const databaseAddress = z
  .union([z.literal(''), z.string().regex(/^postgres(ql)?:\/\//)])
  .default('')

/** All environment variables with their formats. */
export const Environment = z.object({
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
  /** The demo's viewers go on talking while its event is on air. */
  DEMO_TALK: flag,
  DATABASE_URL: databaseAddress,
  DATABASE_DIRECT_URL: databaseAddress,
  SMTP_URL: z.union([z.literal(''), z.url({ protocol: /^smtps?$/ })]).default(''),
  MAIL_FROM: z.string().default(''),
  STRIPE_SECRET_KEY: z.string().default(''),
  STRIPE_PUBLISHABLE_KEY: z.string().default(''),
  STRIPE_WEBHOOK_SECRET: z.string().default(''),
  STRIPE_CONNECT_WEBHOOK_SECRET: z.string().default(''),
  /** Path of the file by which Apple verifies this domain; empty: none is served. */
  APPLE_PAY_DOMAIN_FILE: z.string().default(''),
  /** Another host with the provider's API. */
  STRIPE_API_BASE: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  PAYMENTS: z.enum(['sandbox', 'stripe']).optional(),
  SELLER_NAME: z.string().default(''),
  SELLER_URL: z.string().default(''),
  SELLER_ADDRESS: z.string().default(''),
  SELLER_REPRESENTATIVE: z.string().default(''),
  SELLER_PHONE: z.string().default(''),
  /** The operator's qualified invoice issuer number, for the invoices of its fees. */
  SELLER_INVOICE_NUMBER: z
    .string()
    .refine(
      (number) => number === '' || isInvoiceNumber(number),
      'T and 13 digits, the first checks the others',
    )
    .default(''),
  /** The day of that registration; earlier fees get no such number. Default: the first day that the law knows. */
  SELLER_INVOICE_SINCE: z.iso
    .date()
    .or(z.literal(''))
    .transform((day) => day || FIRST_REGISTRATION)
    .default(FIRST_REGISTRATION),
  SITE_ACCOUNTS: accounts,
  RTMP_PORT: z.coerce.number().int().min(0).max(65_535).default(1935),
  RTMP_HOST: z.string().default(''),
  /** RTMP address shown to owners, if it is not RTMP_PORT at the site's own name. */
  RTMP_URL: z
    .string()
    .refine(
      (text) => text === '' || isRtmpAddress(text),
      'rtmp://… or rtmps://…, with /live at its end, no login',
    )
    .default(''),
  INGEST_API: z.union([z.literal(''), z.url({ protocol: /^http$/ })]).default(''),
  /** `embedded`: encoders push to us; `external`: owners name the address of a stream. */
  LIVE: z.enum(['embedded', 'external']).default('embedded'),
  /** `host:port,…` of stream sources that may be private; for tests. */
  LIVE_ALLOW_HOSTS: list,
  /** Limit of the recordings of one room, in GB. */
  LIVE_ROOM_GB: z.coerce.number().positive().default(ROOM_RECORDINGS_GB),
  /** Folder of the recordings, if not in the data folder. */
  LIVE_DIR: z.string().default(''),
  LIVE_LADDER: LadderText,
  /** Path of an ffmpeg; empty: the first one in PATH. */
  FFMPEG: z.string().default(''),
  /** Contact for push services, which may refuse notifications without one. */
  PUSH_CONTACT: z.union([z.literal(''), z.url({ protocol: /^(mailto|https)$/ })]).default(''),
  /** Hosts of further push services besides those of the browser vendors. */
  PUSH_HOSTS: list,
  /** `host:port,…` of push endpoints that skip the rules; for tests. */
  PUSH_ALLOW_HOSTS: list,
  ...SERVICES,
  METRICS_TOKEN: z.string().default(''),
  CLOCK_OFFSET_MS: z.coerce.number().int().default(0),
  /** Seconds for which a process that is shutting down still serves, until the load balancer has noticed. */
  DRAIN_S: z.coerce.number().min(0).max(60).default(0),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  I_KNOW_THIS_IS_A_DEMO: flag,
  NODE_ENV: z.string().default(''),
})
export type Environment = z.output<typeof Environment>
