import { factUnknown } from '#contract/operator/messages.ts'
import { invalid } from '#server/http/api-error.ts'

/** Refuses misspelled facts, which would appear as missing on a legal page. */
export function assertKnownFacts(unknown: string[], field: string) {
  const [first] = unknown
  if (first !== undefined) throw invalid({ [field]: [factUnknown(first)] })
}
