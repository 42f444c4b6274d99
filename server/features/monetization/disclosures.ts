import type * as z from 'zod'
import type { DeclinedFor } from '#contract/disclosures/calls.ts'
import { DISCLOSURES_ASKED, DISCLOSURES_TO_ONE } from '#contract/disclosures/limits.ts'
import { DISCLOSURE_ASKED, TOO_MANY_DISCLOSURES } from '#contract/disclosures/messages.ts'
import type { shapes } from '#contract/disclosures/shapes.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import { findUserByName } from '#server/features/auth/queries.ts'
import { findSellerAccount } from '#server/features/payments/queries.ts'
import { notFound } from '#server/http/api-error.ts'
import { page } from '#server/http/reply.ts'
import type { Client } from '#server/http/routes.ts'
import { createThrottle } from '#server/http/throttle.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { disclosureAnswers } from './disclosure-answers.ts'
import * as query from './disclosure-queries.ts'

type DisclosureInput = z.output<(typeof shapes)['askDisclosure']['body']>

type DisclosureDeps = Pick<Deps, 'db' | 'read' | 'clock' | 'newId' | 'config'>

/** Disclosure requests for a seller's identity: open to anyone, answered by the seller. */
export function disclosureService(deps: DisclosureDeps) {
  const { db, read, clock, newId, config } = deps
  const ofOne = createThrottle(clock, DISCLOSURES_ASKED, config.rateLimits)
  const toOne = createThrottle(clock, DISCLOSURES_TO_ONE, config.rateLimits)
  const answers = disclosureAnswers(deps)
  const now = () => clock.now().toISOString()

  return {
    async ask(name: string, client: Client, input: DisclosureInput) {
      ofOne.count(client.address, TOO_MANY_DISCLOSURES)
      const seller = await findUserByName(read, name)
      const account = seller && (await findSellerAccount(read, seller.id))
      if (!account || account.state === 'none') throw notFound()
      toOne.count(seller.id, TOO_MANY_DISCLOSURES)
      const id = newId()
      await transact(db, async (tx) => {
        await query.insertRequest(tx, {
          id,
          seller_id: seller.id,
          ...input,
          state: 'open',
          created_at: now(),
          done_at: null,
          declined_for: null,
          reminded_at: null,
        })
        await enqueueEmail(deps, tx, id, { letter: 'disclosureAsked', to: seller.email })
      })
      return { message: DISCLOSURE_ASKED }
    },

    list: (viewer: Viewer, paging: { limit: number; offset: number }) =>
      page(paging, (limit) => query.listRequests(read, viewer.id, limit, paging.offset)),

    disclose: (viewer: Viewer, id: string) => answers.disclose({ sellerId: viewer.id, id }),

    decline: (viewer: Viewer, id: string, reason: DeclinedFor) =>
      answers.decline({ sellerId: viewer.id, id }, reason),
  }
}
