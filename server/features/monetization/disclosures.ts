// Disclosure requests for a seller's identity: open to anyone, answered by the seller.

import type * as z from 'zod'
import type { DeclinedFor } from '#contract/disclosures/calls.ts'
import { DISCLOSURES_ASKED, DISCLOSURES_TO_ONE } from '#contract/disclosures/limits.ts'
import { DISCLOSURE_ASKED, TOO_MANY_DISCLOSURES } from '#contract/disclosures/messages.ts'
import type { shapes } from '#contract/disclosures/shapes.ts'
import type { PageWindow } from '#server/db/page-window.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import { findUserByName } from '#server/features/auth/queries.ts'
import { findSellerAccount } from '#server/features/payments/queries.ts'
import { page } from '#server/http/answers/reply.ts'
import { notFound } from '#server/http/api-error.ts'
import type { Client } from '#server/http/routes.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import * as answers from './disclosure-answers.ts'
import * as query from './disclosure-queries.ts'

type DisclosureInput = z.output<(typeof shapes)['askDisclosure']['body']>

export async function ask(deps: Deps, name: string, client: Client, input: DisclosureInput) {
  deps.throttles
    .own('disclosures asked', DISCLOSURES_ASKED)
    .count(client.address, TOO_MANY_DISCLOSURES)
  const seller = await findUserByName(deps.read, name)
  const account = seller && (await findSellerAccount(deps.read, seller.id))
  if (!account || account.state === 'none') throw notFound()
  deps.throttles
    .own('disclosures to one', DISCLOSURES_TO_ONE)
    .count(seller.id, TOO_MANY_DISCLOSURES)
  const id = deps.newId()
  await transact(deps.db, async (tx) => {
    await query.insertRequest(tx, {
      id,
      seller_id: seller.id,
      ...input,
      state: 'open',
      created_at: isoNow(deps),
      done_at: null,
      declined_for: null,
      reminded_at: null,
    })
    await enqueueEmail(deps, tx, id, { letter: 'disclosureAsked', to: seller.email })
  })
  return { message: DISCLOSURE_ASKED }
}

export const list = (deps: Deps, viewer: Viewer, paging: PageWindow) =>
  page(paging, (window) => query.listRequests(deps.read, viewer.id, window))

export const disclose = (deps: Deps, viewer: Viewer, id: string) =>
  answers.disclose(deps, { sellerId: viewer.id, id })

export const decline = (deps: Deps, viewer: Viewer, id: string, reason: DeclinedFor) =>
  answers.decline(deps, { sellerId: viewer.id, id }, reason)
