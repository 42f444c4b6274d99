import { COMMON_WORDS } from './common-words.ts'

const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
/** Personal numbers (birthday, phone number) have up to eleven digits. */
const DIGITS_MAX = 11
const LONGEST_UNIT = 4
/** A word with up to this many added characters is still guessable. */
const ADDED_MAX = 5

/** Whether a password is among the first guesses of an attacker. `own`: name and address of its owner. */
export function isGuessable(password: string, own: string[]): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  return (
    new RegExp(`^\\d{1,${DIGITS_MAX}}$`).test(plain) ||
    isRepeated(plain) ||
    isSequence(plain) ||
    cores(plain).some((core) => isKnown(core, own))
  )
}

/** Whether the text repeats a unit of up to four characters; the last repetition may be cut short. */
function isRepeated(text: string): boolean {
  for (let unit = 1; unit <= LONGEST_UNIT; unit++)
    if (text === text.slice(0, unit).repeat(text.length).slice(0, text.length)) return true
  return false
}

/** Whether the text is a run along the alphabet, the digits or a keyboard row, in either direction. */
function isSequence(text: string): boolean {
  const back = [...text].reverse().join('')
  return ROWS.some((row) => {
    const round = row.repeat(2)
    return round.includes(text) || round.includes(back)
  })
}

/** Like `isGuessable`, with the public data of this account. */
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
const unleet = (text: string) => text.replace(/[013457@$!]/g, (char) => LEET[char] ?? char)

const ADDED_BEFORE = new RegExp(`^[^a-z]{1,${ADDED_MAX}}`)
const TRAILING = new RegExp(`[^a-z]{1,${ADDED_MAX}}$`)

/** The text, and the text without surrounding digits and signs; each also with its digits read as letters (leet). */
function cores(text: string): string[] {
  const front = text.replace(TRAILING, '')
  const plain = [text, front, front.replace(ADDED_BEFORE, '')]
  return [...plain, ...plain.map(unleet)]
}

function isKnown(core: string, own: string[]): boolean {
  const twice = core.slice(0, core.length / 2)
  const word = core === twice + twice ? twice : core
  return COMMON_WORDS.has(word) || own.map((text) => text.toLowerCase()).includes(word)
}
