import * as z from 'zod'

/** Where media are kept, and where the secrets come from that several machines share. */
export const STORE = {
  MEDIA: z.enum(['disk', 's3']).default('disk'),
  S3_ENDPOINT: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.union([z.literal(''), z.string().regex(/^[a-z0-9][a-z0-9.-]+$/)]).default(''),
  S3_KEY_ID: z.string().default(''),
  S3_SECRET: z.string().default(''),
  /** The bucket stands in the path; without, before the host's name, as Amazon has it. */
  S3_PATH_STYLE: z.enum(['0', '1', 'true', 'false', '']).default('1'),
  /** Before each of our names, where the bucket is shared with others. */
  S3_PREFIX: z
    .string()
    .regex(/^([\w-][\w.-]*\/)*$/, 'folders, each with a slash behind it')
    .default(''),
  /** A file as the first start writes it, where several machines share it: a Docker secret, for one. */
  SECRETS_FILE: z.string().default(''),
  /** Or its two lines. */
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
  /** Empty, or with a slash at its end. */
  prefix: string
}

const NEEDED = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_KEY_ID', 'S3_SECRET'] as const

/** Null: media are on the disk. */
export function s3Of(read: Read): S3 | null {
  if (read.MEDIA !== 's3') return null
  const missing = NEEDED.filter((name) => read[name] === '')
  if (missing.length > 0) throw new Error(`MEDIA=s3 needs ${missing.join(', ')} too.`)
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
  /** Null: they are in a file. */
  told: { token: string; link: string } | null
}

const LEAST_LETTERS = 43

/** One way of giving them, and whole. */
export function secretsOf({ SECRETS_FILE: file, TOKEN_SECRET, LINK_SECRET }: Read): GivenSecrets {
  const told = { token: TOKEN_SECRET, link: LINK_SECRET }
  if (TOKEN_SECRET === '' && LINK_SECRET === '') return { file, told: null }
  if (file) throw new Error('SECRETS_FILE and TOKEN_SECRET with LINK_SECRET rule one another out.')
  if (Object.values(told).some((secret) => secret.length < LEAST_LETTERS))
    throw new Error(`TOKEN_SECRET and LINK_SECRET need ${LEAST_LETTERS} letters each.`)
  return { file, told }
}
