import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { defined } from '#contract/lib/defined.ts'
import { BODY_MAX_BYTES } from '#contract/shared/limits.ts'
import { ApiError } from '../api-error.ts'
import type { Route } from '../routes.ts'
import { isForm } from './form-files.ts'

type BodyReader = (c: Context, work: () => Promise<Response>) => Promise<Response>

/**
 * Runs a call with its body. A GET has none, and looking for one is expensive; forms and bytes are read as a stream,
 * with their own limit.
 */
export const bodyReader = ({ method, kind }: Route['endpoint']): BodyReader =>
  method === 'GET' || isForm(kind) || kind === 'bytes' ? unread : withinLimit()

const unread: BodyReader = (_, work) => work()

function withinLimit(): BodyReader {
  const limit = bodyLimit({
    maxSize: BODY_MAX_BYTES.json,
    onError: (_: Context) => {
      throw new ApiError(413)
    },
  })
  return async (c, work) => {
    let response: Response | undefined
    await limit(c, async () => {
      response = await work()
    })
    return defined(response, 'a response')
  }
}
