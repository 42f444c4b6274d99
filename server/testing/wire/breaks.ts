import type { Value, Values, Wire } from './lines.ts'

/** Incompatibilities between an app of the last release and today's server. */
export function breaksOf(released: Wire, today: Wire): string[] {
  return [...released].flatMap(([call, before]) => {
    const now = today.get(call)
    if (!now) return [`${call} is gone`]
    return [...breaksInAnswer(before, now), ...breaksInQuestion(before, now)].map(
      (what) => `${call}: ${what}`,
    )
  })
}

/** Known fields of an answer must exist, and have no new type or value. */
const breaksInAnswer = (before: Values, now: Values): string[] =>
  [...before]
    .filter(([at]) => at.startsWith('gives '))
    .flatMap(([at, was]) => {
      const is = now.get(at)
      if (!is) return [`${at} is gone`]
      if (is.optional && !was.optional) return [`${at} may be missing`]
      return unknownTo(was, is).map((type) => `${at} may be ${type}`)
    })

/** The known fields of a request must suffice, and be accepted. */
const breaksInQuestion = (before: Values, now: Values): string[] => [
  ...[...before]
    .filter(([at]) => at.startsWith('asks '))
    .flatMap(([at, was]) => {
      const is = now.get(at)
      if (!is) return [`${at} is not listened to`]
      return unknownTo(is, was).map((type) => `${at} may not be ${type}`)
    }),
  ...[...now]
    .filter(([at, { optional }]) => at.startsWith('asks ') && !optional)
    .filter(([at]) => before.get(at)?.optional ?? isNewIn(before, at))
    .map(([at]) => `${at} is demanded`),
]

/** Whether a required field belongs to a new optional object, which old clients do not send. */
function isNewIn(before: Values, at: string): boolean {
  if (before.has(at)) return false
  const parent = at.replace(/(\.[^.[<]+|\[\]|<[^>]+>)$/, '')
  return before.has(parent) || /^asks (body|query|path)$/.test(parent)
}

/** Types that are not accepted: an integer is a number, and `any` accepts everything. */
function unknownTo(known: Value, actual: Value): string[] {
  if (known.types.includes('any') || actual.types.includes('any')) return []
  return actual.types.filter((type) => !known.types.some((one) => holds(one, type)))
}
function holds(one: string, type: string): boolean {
  if (one === type || (one === 'number' && type === 'integer')) return true
  if (type.startsWith('"')) return one === 'string'
  if (/^-?\d/.test(type)) return one === 'number' || (one === 'integer' && !type.includes('.'))
  return (type === 'true' || type === 'false') && one === 'boolean'
}
