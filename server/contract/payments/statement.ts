import type { ConfirmationLine } from '../orders/confirmation.ts'
import { SITE_TITLE } from '../shared/limits.ts'

/** Length limits of the provider. */
const LATIN_MAX = 22
const KANA_MAX = 22
const KANJI_MAX = 17
const KANA_TITLE = 'ルーム'

/**
 * How a seller's charges stand on a card's statement. Made of the site's name and the seller's handle, which are public:
 * the provider would take the seller's own name.
 */
export function statementOf(handle: string) {
  const name = handle.toUpperCase().replaceAll('_', '-')
  const wide = name.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0))
  return {
    latin: `${SITE_TITLE.toUpperCase()} ${name}`.slice(0, LATIN_MAX),
    kana: `${KANA_TITLE} ${name}`.slice(0, KANA_MAX),
    kanji: `${KANA_TITLE}　${wide}`.slice(0, KANJI_MAX),
    prefix: { latin: SITE_TITLE.toUpperCase(), kana: KANA_TITLE, kanji: KANA_TITLE },
  }
}

/** For buyers, in the confirmation, in emails and in the help. */
export function statementText(handle: string): string {
  const { latin, kanji } = statementOf(handle)
  return `「${kanji}」または「${latin}」（カード会社によって異なります）`
}

/** The line of the final confirmation. */
export const statementLine = (handle: string): ConfirmationLine => ({
  label: 'カードの明細',
  text: statementText(handle),
})
