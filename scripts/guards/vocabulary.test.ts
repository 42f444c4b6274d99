import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { read, root } from '../guides.ts'

/** Retired words in identifiers, each with what to write instead. The field's words stand in docs/glossary.md. */
const RETIRED: [RegExp, string][] = [
  [/Refusal/, 'ApiError'],
  [/^demand[A-Z]/, 'assert…'],
  [/^MOST_|_MOST$/, 'MAX_…'],
  [/[Pp]atien(ce|tly)|PATIENCE/, 'timeout, TIMEOUT_MS, RetryPolicy, withRetry'],
  [/[Jj]udge/, 'evaluateScan, ScanResult'],
  [/^(whySilent|maySpeak)$/, 'postBlockedReason, canPost'],
  [/^see(Room|Event|Ticket)$/, 'getVisible…'],
  [/^(nextOf|lockSeries)$/, 'nextSequence, lockSequence'],
  [/^[Ll]anes?$/, 'queue'],
  [/[Rr]emembered|REMEMBERED/, 'cache'],
  [/^[Ll]oosen|^fasten/, 'markOrphaned, claimFiles'],
  [/^(bury|stone)$/, 'softDelete, tombstone'],
  [/Overtaken|NoPlace$|NotKept/, 'a returned result, or ConcurrentChange, SoldOut'],
  [/^wrongIn$/, 'validate…'],
  [/Keeper$/, 'GateDevice, …Store, …Service'],
  [/^(latelyIn|isLately|isQuiet)$/, 'windowOf, isWithin, isUntouched'],
  [/^despiteNight$/, 'bypassQuietHours'],
  [/^installWay$/, 'installMethod'],
  [/^(ticketsOff|eventCancelling|ticketCancelling)$/, '…Cancellation'],
  [/^(SavedNotice|MovedNotice|TornNotice)$/, 'Alert'],
  [/Desk$/, '…Admin (operators), Studio (broadcasters), PaymentForm'],
  [/^(dice|throwDice|village|openVillage|settleTown)$/i, 'rng, fixtures, people'],
  [
    /(?<!banned|Banned|Cached|ng|common|Common|split)Words$/,
    '…Label, …Labels (screens), …Copy (emails, notifications)',
  ],
  [/^(asked|said)$/, 'requests, input, output, message: what it is'],
  [/^(on)?Trouble$/, 'error, failure, reason: what failed'],
  [/^tell[A-Z]/, 'notify…, publish…'],
  [/^open(World|Services|Payments|Push|News|Mail|Bus|Social|Sandbox|Stage)$/, 'create…, start…'],
]
const FILES: [RegExp, string][] = [
  [/^(?!banned-|common-).*-words\.|^words\./, 'labels, copy'],
  [/^(telling|following|taking|leaving|standing|acts|acting)\./, 'a noun'],
  [/^(kept|things|trips|troubles|elsewhere|remembered|refusal|same|beneath|demands)\./, 'a noun'],
  [/^(village|town|crowd|dice|company|faces|rest|drill|awkward|patience)\./, 'the field’s word'],
  [/Desk|Notice\./, 'Admin, Studio, Alert'],
  [
    /^(?!evening|dunning|onboarding|fraud-warning|gc-tuning|dialog-stacking|code-binding)[a-z-]*ing\.tsx?$/,
    'a noun, or a verb with its object: edit-event, ticket-number',
  ],
]

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu
const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/gm
const STRINGS = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g

/** The retired identifiers of a source, each with what to write instead. */
const retiredIn = (source: string): string[] =>
  [...new Set(source.replaceAll(COMMENTS, ' ').replaceAll(STRINGS, ' ').match(WORD))].flatMap(
    (word) =>
      RETIRED.filter(([pattern]) => pattern.test(word)).map(([, use]) => `${word} → ${use}`),
  )

const paths = globSync('{pwa,server,scripts}/**/*.{ts,tsx,mjs}', {
  cwd: root,
  exclude: ['server/features/auth/password/common-words.ts', 'scripts/guards/vocabulary.test.ts'],
})

it('no identifier contains a retired word', () => {
  const retired = paths.flatMap((path) => retiredIn(read(path)).map((one) => `${path}: ${one}`))
  expect(retired).toEqual([])
})

it('no file has a retired name', () => {
  const retired = paths.flatMap((path) =>
    FILES.filter(([pattern]) => pattern.test(basename(path))).map(([, use]) => `${path} → ${use}`),
  )
  expect(retired).toEqual([])
})

/** The words that people do not read, of the last table of docs/glossary.md: a pattern, and the word in its place. */
const NOT_ON_SCREEN = read('docs/glossary.md')
  .split('\n## Words on the screen\n')[1]!
  .split('\n')
  .map((row) => row.split(/(?<!\\)\|/))
  .flatMap(([, word = '', , patterns = '']) =>
    [...patterns.matchAll(/`([^`]+)`/g)].map(
      ([, pattern]) => [new RegExp(pattern!.replaceAll('\\|', '|'), 'm'), word.trim()] as const,
    ),
  )
/** Not written by us in this release: the demo's people, and legal texts, which change with a version of theirs. */
const NOT_OURS =
  /\.test\.|\/testing\/|^server\/(demo|integration)\/|content\/(terms|privacy|policy|legal)\.md$/

/** What a source shows in another word than the glossary's. */
const otherWordsIn = (source: string): string[] =>
  source
    .replaceAll(COMMENTS, ' ')
    .split('\n')
    .flatMap((line) =>
      NOT_ON_SCREEN.filter(([pattern]) => pattern.test(line)).map(
        ([, word]) => `${line.trim()} → ${word}`,
      ),
    )

it('people read one word for one thing', () => {
  expect(NOT_ON_SCREEN.length).toBeGreaterThan(50)
  const sources = globSync('{pwa,server}/**/*.{ts,tsx,md,html}', { cwd: root })
  const found = sources
    .filter((path) => !NOT_OURS.test(path))
    .flatMap((path) => otherWordsIn(read(path)).map((one) => `${path}: ${one}`))
  expect(found).toEqual([])
})

it.each([
  ["'チケットボックスをひらく'", ["'チケットボックスをひらく' → 開く"]],
  ['<p>ブラウザーを開く</p> // ひらく', []],
  ["'ブラウザの設定'", ["'ブラウザの設定' → ブラウザー・フォルダー・サーバー・ユーザー"]],
  ["'サービス条項に同意した上、登録してください。'", []],
])('finds the words that people should not read in %j', (source, expected) => {
  expect(otherWordsIn(source)).toEqual(expected)
})

it.each([
  ['throw new Refusal(404)', ['Refusal → ApiError']],
  ['// a Refusal\nconst a = "Refusal"', []],
  ['demandOpen(gate)', ['demandOpen → assert…']],
  ['const bannedWords = createBannedWords()', []],
])('finds the retired identifiers of %j', (source, expected) => {
  expect(retiredIn(source)).toEqual(expected)
})
