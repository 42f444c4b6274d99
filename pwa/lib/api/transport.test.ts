import { expect, it } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { createCaller } from '#contract/http/caller.ts'
import { rejectForeignResponses } from './transport.ts'

const through = (response: Response) =>
  createCaller({ fetch: rejectForeignResponses(async () => response), token: () => null })(
    events.listJoined,
    {},
  )
const marked = { 'x-request-id': '8F3K-01JD-Q7' }

it('passes responses and refusals of our server', async () => {
  expect(await through(Response.json([], { headers: marked }))).toMatchObject({ items: [] })
  const apiError = Response.json({ message: 'いいえ' }, { status: 403 })
  await expect(through(apiError)).rejects.toMatchObject({ status: 403, message: 'いいえ' })
})

it.each([
  { what: 'an empty list', response: Response.json([]) },
  { what: '204', response: new Response(null, { status: 204 }) },
  { what: 'a redirect', response: Response.redirect('https://wifi.example/') },
])(
  'treats $what of a foreign server as no answer, as it would delete every ticket',
  async ({ response }) => {
    await expect(through(response)).rejects.toMatchObject({
      status: response.status,
      name: 'Error',
    })
    await expect(through(response)).rejects.toHaveProperty('cause')
  },
)
