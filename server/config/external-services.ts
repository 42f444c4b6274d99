import * as z from 'zod'
import { keysOf } from '#contract/lib/records.ts'
import { isLoopback, isOrigin } from './addresses.ts'

/** The first three are from a service account, the others from the web app's configuration. */
const FIREBASE = {
  FIREBASE_PROJECT_ID: z.string().default(''),
  FIREBASE_CLIENT_EMAIL: z.string().default(''),
  FIREBASE_PRIVATE_KEY: z.string().default(''),
  FIREBASE_API_KEY: z.string().default(''),
  FIREBASE_APP_ID: z.string().default(''),
  FIREBASE_SENDER_ID: z.string().default(''),
  FIREBASE_VAPID_KEY: z.string().default(''),
}
/** Contentful as the source of news articles. */
const CONTENTFUL = {
  CONTENTFUL_SPACE_ID: z.string().default(''),
  CONTENTFUL_ACCESS_TOKEN: z.string().default(''),
}

/** Receives codes and secrets: unencrypted only on this machine. */
const oauthBase = z
  .string()
  .refine((text) => text === '' || isOrigin(text), 'an address without a path')
  .refine((text) => text === '' || /^https:/.test(text) || isLoopback(text), 'https://…')
  .transform((text) => text.replace(/\/+$/, ''))
  .default('')

/** Credentials of other services. */
export const SERVICES = {
  ...FIREBASE,
  /** Another host with Google's API. */
  FIREBASE_API_BASE: z.union([z.literal(''), z.url({ protocol: /^https$/ })]).default(''),
  NEWS: z.enum(['local', 'contentful']).default('local'),
  ...CONTENTFUL,
  CONTENTFUL_ENVIRONMENT: z.string().default('master'),
  CONTENTFUL_LOCALE: z.string().default(''),
  /** Another host with Contentful's API. */
  CONTENTFUL_API_BASE: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  X_CLIENT_ID: z.string().default(''),
  X_CLIENT_SECRET: z.string().default(''),
  LINE_CLIENT_ID: z.string().default(''),
  LINE_CLIENT_SECRET: z.string().default(''),
  /** Other hosts with the providers' OAuth. */
  OAUTH_BASE_X: oauthBase,
  OAUTH_BASE_LINE: oauthBase,
}
const Read = z.object(SERVICES)
type Read = z.output<typeof Read>

const CONTENTFUL_NAMES = keysOf(CONTENTFUL)
const FIREBASE_NAMES = keysOf(FIREBASE)

/** OAuth client of a provider. `base` empty: the provider's own hosts. */
export interface OAuthClient {
  id: string
  secret: string
  base: string
}

export interface Contentful {
  base: string
  space: string
  environment: string
  /** Delivery token: reads published content only. */
  token: string
  /** Empty: the space's default locale. */
  locale: string
}

export interface Firebase {
  account: { projectId: string; clientEmail: string; privateKey: string }
  api: { messages: string; token: string }
  /** Public configuration for browsers. */
  web: Record<'projectId' | 'apiKey' | 'appId' | 'messagingSenderId' | 'vapidKey', string>
}

/** Null unless NEWS=contentful, which needs all of these settings. */
export function contentfulOf(read: Read): Contentful | null {
  if (read.NEWS !== 'contentful') return null
  const missing = CONTENTFUL_NAMES.filter((name) => read[name] === '')
  if (missing.length > 0) throw new Error(`NEWS=contentful also needs ${missing.join(', ')}.`)
  return {
    base: read.CONTENTFUL_API_BASE || 'https://cdn.contentful.com',
    space: read.CONTENTFUL_SPACE_ID,
    environment: read.CONTENTFUL_ENVIRONMENT,
    token: read.CONTENTFUL_ACCESS_TOKEN,
    locale: read.CONTENTFUL_LOCALE,
  }
}

/** Needs both settings; null if neither is set. */
export function oauthOf(read: Read, who: 'X' | 'LINE'): OAuthClient | null {
  const id = read[`${who}_CLIENT_ID`]
  const secret = read[`${who}_CLIENT_SECRET`]
  if (id === '' && secret === '') return null
  if (id === '' || secret === '')
    throw new Error(`${who}_CLIENT_ID and ${who}_CLIENT_SECRET must be set together.`)
  return { id, secret, base: read[`OAUTH_BASE_${who}`] }
}

/** Needs all settings; null if none is set. */
export function firebaseOf(read: Read): Firebase | null {
  const missing = FIREBASE_NAMES.filter((name) => read[name] === '')
  if (missing.length === FIREBASE_NAMES.length) return null
  if (missing.length > 0) throw new Error(`Firebase also needs ${missing.join(', ')}.`)
  const base = read.FIREBASE_API_BASE
  return {
    account: {
      projectId: read.FIREBASE_PROJECT_ID,
      clientEmail: read.FIREBASE_CLIENT_EMAIL,
      // An .env file has the line breaks escaped.
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
