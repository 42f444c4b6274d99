import type * as z from 'zod'
import type { shapes } from '#contract/disclosures.schema.ts'
import type { DeclinedFor } from '#contract/disclosures.ts'
import { DISCLOSURES_ASKED, DISCLOSURES_TO_ONE } from '#contract/limits.ts'
import {
  DISCLOSURE_ASKED,
  DISCLOSURE_DONE,
  FACTS_MISSING,
  TOO_MANY_DISCLOSURES,
} from '#contract/messages.ts'
import type { DisclosureRequest } from '#server/db/schema/money.ts'
import { transact } from '#server/db/transact.ts'
import type { Deps, Viewer } from '#server/deps.ts'
import { postMail } from '#server/features/auth/post.ts'
import { findUser, findUserByName } from '#server/features/auth/queries.ts'
import { findSellerAccount } from '#server/features/payments/queries.ts'
import { factsOf } from '#server/features/payments/seller.ts'
import { notFound, Refusal } from '#server/http/refusal.ts'
import { page } from '#server/http/reply.ts'
import type { Client } from '#server/http/routes.ts'
import { createThrottle } from '#server/http/throttle.ts'
import type { SellerLetter } from '#server/ports/seller-letters.ts'
import * as query from './disclosure-queries.ts'

type Asked = z.output<(typeof shapes)['askDisclosure']['body']>
type Answer = Pick<DisclosureRequest, 'state' | 'declined_for'>

type DisclosureDeps = Pick<Deps, 'db' | 'read' | 'clock' | 'newId' | 'config'>

/** Requests to know who a seller is: asked by anybody, answered by the seller alone. */
export function disclosureService(deps: DisclosureDeps) {
  const { db, read, clock, newId, config } = deps
  const ofOne = createThrottle(clock, DISCLOSURES_ASKED, config.rateLimits)
  const toOne = createThrottle(clock, DISCLOSURES_TO_ONE, config.rateLimits)
  const now = () => clock.now().toISOString()

  /** Answers a request once, and mails whoever asked. */
  async function answer(viewer: Viewer, id: string, how: Answer, letter: SellerLetter) {
    const request = await query.findRequest(db, viewer.id, id)
    if (!request) throw notFound()
    const answered = await transact(db, async (tx) => {
      if (!(await query.answerRequest(tx, id, { ...how, done_at: now() }))) return false
      await postMail(deps, tx, id, { ...letter, to: request.email })
      return true
    })
    if (!answered) throw new Refusal(409, DISCLOSURE_DONE)
  }

  return {
    async ask(name: string, client: Client, asked: Asked) {
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
          ...asked,
          state: 'open',
          created_at: now(),
          done_at: null,
          declined_for: null,
          reminded_at: null,
        })
        await postMail(deps, tx, id, { letter: 'disclosureAsked', to: seller.email })
      })
      return { message: DISCLOSURE_ASKED }
    },

    list: (viewer: Viewer, paging: { limit: number; offset: number }) =>
      page(paging, (limit) => query.listRequests(read, viewer.id, limit, paging.offset)),

    async disclose(viewer: Viewer, id: string) {
      const [owner, account] = await Promise.all([
        findUser(read, viewer.id),
        findSellerAccount(read, viewer.id),
      ])
      const { name, address, phone } = account ? factsOf(account) : {}
      if (!owner || !(await query.findRequest(db, viewer.id, id))) throw notFound()
      if (!name || !address || !phone) throw new Refusal(409, FACTS_MISSING)
      await answer(
        viewer,
        id,
        { state: 'disclosed', declined_for: null },
        { letter: 'disclosed', name: owner.name, facts: { name, address, phone } },
      )
    },

    async decline(viewer: Viewer, id: string, reason: DeclinedFor) {
      const owner = await findUser(read, viewer.id)
      await answer(
        viewer,
        id,
        { state: 'declined', declined_for: reason },
        { letter: 'disclosureDeclined', name: owner?.name ?? '', reason },
      )
    },
  }
}
