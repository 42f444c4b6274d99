import type { Value, Values, Wire } from './lines.ts'

/** Where an app of the last release, still open on somebody's phone, would not get on with today's server. */
export function breaksOf(released: Wire, today: Wire): string[] {
  return [...released].flatMap(([call, before]) => {
    const now = today.get(call)
    if (!now) return [`${call} is gone`]
    return [...breaksInAnswer(before, now), ...breaksInQuestion(before, now)].map(
      (what) => `${call}: ${what}`,
    )
  })
}

/** It reads what it knows: that must be there, and be nothing that it has never seen. */
const breaksInAnswer = (before: Values, now: Values): string[] =>
  [...before]
    .filter(([at]) => at.startsWith('gives '))
    .flatMap(([at, was]) => {
      const is = now.get(at)
      if (!is) return [`${at} is gone`]
      if (is.optional && !was.optional) return [`${at} may be missing`]
      return unknownTo(was, is).map((type) => `${at} may be ${type}`)
    })

/** It sends what it knows: that must be enough, and be understood. */
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

/** Of a thing that could be sent before: parts of a new thing are demanded of nobody who does not send that. */
function isNewIn(before: Values, at: string): boolean {
  if (before.has(at)) return false
  const whole = at.replace(/(\.[^.[<]+|\[\]|<[^>]+>)$/, '')
  return before.has(whole) || /^asks (body|query|path)$/.test(whole)
}

/** An integer is a number; what may be anything says nothing. */
function unknownTo(known: Value, said: Value): string[] {
  if (known.types.includes('any') || said.types.includes('any')) return []
  return said.types.filter((type) => !known.types.some((one) => holds(one, type)))
}
function holds(one: string, type: string): boolean {
  if (one === type || (one === 'number' && type === 'integer')) return true
  if (type.startsWith('"')) return one === 'string'
  if (/^-?\d/.test(type)) return one === 'number' || (one === 'integer' && !type.includes('.'))
  return (type === 'true' || type === 'false') && one === 'boolean'
}
