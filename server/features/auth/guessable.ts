import { COMMON_WORDS } from './common-words.ts'

const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
/** A number of one's own (a birthday, a telephone) has up to eleven digits. */
const DIGITS_MAX = 11
const LONGEST_UNIT = 4
/** So few letters more than a word make no secret of it. */
const ADDED_MAX = 5

/** Whether a password is among those that are tried first. `own`: the name and the address of its owner. */
export function isGuessable(password: string, own: string[]): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  return (
    new RegExp(`^\\d{1,${DIGITS_MAX}}$`).test(plain) ||
    isRepeated(plain) ||
    isSequence(plain) ||
    cores(plain).some((core) => isKnown(core, own))
  )
}

/** One unit of up to four letters again and again, the last time perhaps cut short. */
function isRepeated(text: string): boolean {
  for (let unit = 1; unit <= LONGEST_UNIT; unit++)
    if (text === text.slice(0, unit).repeat(text.length).slice(0, text.length)) return true
  return false
}

/** A run along the alphabet, the digits or a row of keys, there or back. */
function isSequence(text: string): boolean {
  const back = [...text].reverse().join('')
  return ROWS.some((row) => {
    const round = row.repeat(2)
    return round.includes(text) || round.includes(back)
  })
}

/** As `isGuessable`, by what everybody can know of this account. */
export function isGuessableOf(
  { name, email }: { name: string; email: string },
  password: string,
): boolean {
  const [mailbox = ''] = email.split('@')
  return isGuessable(password, [name, email, mailbox])
}

const LEET: Record<string, string> = {
  ...{ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't' },
  ...{ '@': 'a', $: 's', '!': 'i' },
}
const unleet = (text: string) => text.replace(/[013457@$!]/g, (letter) => LEET[letter]!)

const ADDED_BEFORE = new RegExp(`^[^a-z]{1,${ADDED_MAX}}`)
const ADDED_BEHIND = new RegExp(`[^a-z]{1,${ADDED_MAX}}$`)

/** The text itself and what people put digits and signs around; each also with its digits read as letters. */
function cores(text: string): string[] {
  const front = text.replace(ADDED_BEHIND, '')
  const plain = [text, front, front.replace(ADDED_BEFORE, '')]
  return [...plain, ...plain.map(unleet)]
}

function isKnown(core: string, own: string[]): boolean {
  const twice = core.slice(0, core.length / 2)
  const word = core === twice + twice ? twice : core
  return COMMON_WORDS.has(word) || own.map((text) => text.toLowerCase()).includes(word)
}
