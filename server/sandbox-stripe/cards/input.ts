import { createHash } from 'node:crypto'
import { malformed } from '../core/failures.ts'
import { integer, type Read, shape, text } from '../core/params.ts'
import type { Scope } from '../core/scope.ts'
import { type Card, cardOfNumber, cardOfToken, wrongNumber } from './cards.ts'
import { declineOf, refusedCard } from './declines.ts'

export const cardParams = {
  number: text,
  exp_month: integer,
  exp_year: integer,
  cvc: text,
  name: text,
  currency: text,
  address_city: text,
  address_country: text,
  address_line1: text,
  address_line2: text,
  address_state: text,
  address_zip: text,
}
export const cardShape = shape({ ...cardParams, token: text })
export type CardInput = Read<typeof cardParams>

/** Stored data of an entered card; never its number. */
export interface Entered {
  card: Card
  exp_month: number
  exp_year: number
  cvcGiven: boolean
  name: string | null
}

/** Validates digits, check digit and date, and requires a test card. */
export function enteredCard(scope: Scope, input: CardInput): Entered {
  const number = (input.number ?? '').replace(/[\s-]/g, '')
  if (!number)
    throw malformed('Missing required param: card[number].', {
      code: 'parameter_missing',
      param: 'card[number]',
    })
  if (!/^\d{12,19}$/.test(number) || number === wrongNumber || !passesLuhn(number))
    throw cardError('incorrect_number', 'number')
  const year = fullYear(input.exp_year)
  const month = input.exp_month ?? 0
  if (month < 1 || month > 12) throw cardError('invalid_expiry_month', 'exp_month')
  if (isPast(scope, year, month)) throw cardError('invalid_expiry_year', 'exp_year')
  const card = cardOfNumber(number)
  const cvc = input.cvc
  if (cvc !== undefined && !(card?.brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/).test(cvc))
    throw cardError('invalid_cvc', 'cvc')
  if (!card)
    throw refusedCard(
      'card_declined',
      'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
      'number',
      'test_mode_live_card',
    )
  return {
    card,
    exp_month: month,
    exp_year: year,
    cvcGiven: cvc !== undefined,
    name: input.name ?? null,
  }
}

/** The card of `tok_visa`, `pm_card_jcb` …, as if entered just now. */
export function documentedCard(scope: Scope, name: string): Entered | null {
  const card = cardOfToken(name)
  const year = new Date(scope.clock.nowMs()).getUTCFullYear()
  return card ? { card, exp_month: 12, exp_year: year + 3, cvcGiven: true, name: null } : null
}

/** The same card has the same fingerprint everywhere. */
export const fingerprintOf = ({ name }: Card) =>
  createHash('sha256').update(`card ${name}`).digest('base64url').slice(0, 16)

const cardError = (code: string, param: string) => refusedCard(code, declineOf(code).message, param)
const fullYear = (year = 0) => (year < 100 ? 2000 + year : year)

function isPast(scope: Scope, year: number, month: number): boolean {
  const now = new Date(scope.clock.nowMs())
  const last = year * 12 + month - 1
  return last < now.getUTCFullYear() * 12 + now.getUTCMonth() || year > now.getUTCFullYear() + 50
}

function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
