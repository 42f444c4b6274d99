import * as z from 'zod'

/** Storage of media, and source of the secrets that several machines share. */
export const STORE = {
  MEDIA: z.enum(['disk', 's3']).default('disk'),
  S3_ENDPOINT: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.union([z.literal(''), z.string().regex(/^[a-z0-9][a-z0-9.-]+$/)]).default(''),
  S3_KEY_ID: z.string().default(''),
  S3_SECRET: z.string().default(''),
  /** Bucket in the path (1) or, as Amazon has it, in the host name (0). */
  S3_PATH_STYLE: z.enum(['0', '1', 'true', 'false', '']).default('1'),
  /** Prefix of our names in a shared bucket. */
  S3_PREFIX: z
    .string()
    .regex(/^([\w-][\w.-]*\/)*$/, 'folders, each with a slash behind it')
    .default(''),
  /** Secrets file that several machines share, e.g. a Docker secret, in the format that the first start writes. */
  SECRETS_FILE: z.string().default(''),
  /** The two secrets as variables, instead of a file. */
  TOKEN_SECRET: z.string().default(''),
  LINK_SECRET: z.string().default(''),
}
const Read = z.object(STORE)
type Read = z.output<typeof Read>

export interface S3 {
  endpoint: string
  region: string
  bucket: string
  keyId: string
  secret: string
  pathStyle: boolean
  /** Empty or with a trailing slash. */
  prefix: string
}

const NEEDED = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_KEY_ID', 'S3_SECRET'] as const

/** Null: media are on the disk. */
export function s3Of(read: Read): S3 | null {
  if (read.MEDIA !== 's3') return null
  const missing = NEEDED.filter((name) => read[name] === '')
  if (missing.length > 0) throw new Error(`MEDIA=s3 also needs ${missing.join(', ')}.`)
  return {
    endpoint: read.S3_ENDPOINT,
    region: read.S3_REGION,
    bucket: read.S3_BUCKET,
    keyId: read.S3_KEY_ID,
    secret: read.S3_SECRET,
    pathStyle: read.S3_PATH_STYLE === '1' || read.S3_PATH_STYLE === 'true',
    prefix: read.S3_PREFIX,
  }
}

export interface GivenSecrets {
  /** Empty: `secrets.json` in the data folder. */
  file: string
  /** Null: the secrets are in a file. */
  inline: { token: string; link: string } | null
}

const MIN_CHARS = 43

/** Secrets from exactly one complete source. */
export function secretsOf({ SECRETS_FILE: file, TOKEN_SECRET, LINK_SECRET }: Read): GivenSecrets {
  const inline = { token: TOKEN_SECRET, link: LINK_SECRET }
  if (TOKEN_SECRET === '' && LINK_SECRET === '') return { file, inline: null }
  if (file)
    throw new Error('Set either SECRETS_FILE, or TOKEN_SECRET and LINK_SECRET, but not both.')
  if (Object.values(inline).some((secret) => secret.length < MIN_CHARS))
    throw new Error(`TOKEN_SECRET and LINK_SECRET need ${MIN_CHARS} letters each.`)
  return { file, inline }
}
