import { factUnknown } from '#contract/operator/content-messages.ts'
import { invalid } from '#server/http/refusal.ts'

/** A misspelt fact would stand as missing on a page of the law. */
export function demandKnownFacts(unknown: string[], field: string) {
  if (unknown.length > 0) throw invalid({ [field]: [factUnknown(unknown[0]!)] })
}
