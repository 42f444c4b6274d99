import type { Value } from './form.ts'

/** One call as it came in. */
export interface Asked {
  id: string
  method: string
  path: string
  given: { [key: string]: Value }
  /** The body as it came, to tell one request from another. */
  raw: string
  key: string | null
  version: string | null
  account: string | null
  authorization: string | null
}

export interface Answer {
  status: number
  body: string
  headers: Record<string, string>
}

/** Stripe's way of writing: two blanks to a level. */
export const written = (body: object) => JSON.stringify(body, null, 2)
