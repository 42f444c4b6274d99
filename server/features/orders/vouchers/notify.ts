import { pagesOf } from '#server/db/page-window.ts'
import type { SeatedKind } from '#server/db/schema/seats.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import type { Email } from '#server/ports/mail.ts'
import type { Deps } from '#server/process/deps.ts'
import { listPayers } from './queries.ts'

const BATCH_SIZE = 50

type Changes = Omit<Extract<Email, { letter: 'voucherChanged' }>, 'letter' | 'voucherId'>

/** Emails everybody with an open payment number for a product what changed of it, once for each change (`about`). */
export async function notifyPayers(
  deps: Deps,
  { kind, id }: { kind: SeatedKind; id: string },
  about: string,
  changes: Changes,
) {
  const list = (after: string) => listPayers(deps.db, { kind, productId: id }, after, BATCH_SIZE)
  for await (const payers of pagesOf(BATCH_SIZE, list, ({ id }) => id))
    await transact(deps.db, async (tx) => {
      for (const { id: voucherId, email } of payers)
        await enqueueEmail(deps, tx, `${about}:${voucherId}`, {
          ...{ letter: 'voucherChanged', voucherId, ...changes, to: email },
        })
    })
}
