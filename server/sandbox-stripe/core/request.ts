import type { Value } from './form.ts'

/** An incoming call. */
export interface ApiRequest {
  id: string
  method: string
  path: string
  input: { [key: string]: Value }
  /** Raw body, to compare requests. */
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

/** Serializes like Stripe: indented by two spaces. */
export const written = (body: object) => JSON.stringify(body, null, 2)
