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

it.each([
  ['throw new Refusal(404)', ['Refusal → ApiError']],
  ['// a Refusal\nconst a = "Refusal"', []],
  ['demandOpen(gate)', ['demandOpen → assert…']],
  ['const bannedWords = createBannedWords()', []],
])('finds the retired identifiers of %j', (source, expected) => {
  expect(retiredIn(source)).toEqual(expected)
})
