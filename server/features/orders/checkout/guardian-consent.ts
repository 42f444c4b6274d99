import { BIRTHDAY_BEFORE_PAYING } from '#contract/auth/messages.ts'
import { guardianLine } from '#contract/orders/confirmation.ts'
import { GUARDIAN_BEFORE_PAYING } from '#contract/payments/messages.ts'
import { hasBirthday, isUnderAge } from '#contract/shared/rules.ts'
import { getUser } from '#server/features/auth/queries.ts'
import { ApiError } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import type { Quote } from '../product.ts'

/**
 * The quote that the order keeps: a minor's ends with the guardian's consent to the lines before. The terms demand it for
 * each purchase, so nothing is sold to a minor without it, nor before the birthday is known.
 */
export async function withGuardianConsent(
  deps: Deps,
  viewer: Viewer,
  quote: Quote,
  { guardian_consent }: { guardian_consent?: boolean | undefined },
): Promise<Quote> {
  const { birth_y, birth_m, birth_d } = await getUser(deps.db, viewer.id)
  if (!hasBirthday({ birthY: birth_y })) throw new ApiError(409, BIRTHDAY_BEFORE_PAYING)
  const born = { birthY: birth_y, birthM: birth_m, birthD: birth_d }
  if (!isUnderAge(born, isoNow(deps))) return quote
  if (guardian_consent !== true)
    throw new ApiError(422, GUARDIAN_BEFORE_PAYING, {
      errors: { guardian_consent: [GUARDIAN_BEFORE_PAYING] },
    })
  return { ...quote, confirmation: [...quote.confirmation, guardianLine] }
}
