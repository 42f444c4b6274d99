import { useState } from 'react'
import type { OwnDigitalTicket } from '#contract/tickets/calls.ts'
import { count } from '#pwa/lib/format.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { plainNumber } from '#pwa/ui/forms/digits.ts'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { type Rehearsal, rehearseLottery } from './rehearse-lottery.ts'

const MAX_PEOPLE = 20_000
/** Percent that stand in the form first. */
const MEMBERS = '50'
const LAPSING = '10'

interface LotteryRehearsalProps {
  ticket: OwnDigitalTicket
  maxGroup: number
  membersFirst: boolean
}

const numberIn = (text: string, max: number) =>
  Math.max(0, Math.min(Math.floor(Number(plainNumber(text))) || 0, max))
const shareIn = (percent: string) => numberIn(percent, 100) / 100

/** Draws among invented applicants, so that the owner sees how many would win. Nothing is sent. */
export function LotteryRehearsal({ ticket, maxGroup, membersFirst }: LotteryRehearsalProps) {
  const [people, setPeople] = useState(String(Math.min(ticket.capacity * 3, MAX_PEOPLE)))
  const [members, setMembers] = useState(MEMBERS)
  const [lapsing, setLapsing] = useState(LAPSING)
  const [rehearsal, setRehearsal] = useState<Rehearsal | null>(null)
  const rehearse = () => {
    const invented = {
      people: numberIn(people, MAX_PEOPLE),
      maxGroup,
      members: membersFirst ? shareIn(members) : null,
      lapsing: shareIn(lapsing),
    }
    setRehearsal(rehearseLottery(ticket, invented, Math.random))
  }
  return (
    <>
      <TextInput
        label="リハーサルの申込者の人数"
        inputMode="numeric"
        hint="架空の申込者で抽選します。何も保存されません"
        value={people}
        onChange={setPeople}
      />
      {membersFirst && (
        <TextInput
          label="申込者のうち、ルームのメンバー（%）"
          inputMode="numeric"
          value={members}
          onChange={setMembers}
        />
      )}
      <TextInput
        label="当選しても購入しない方（%）"
        inputMode="numeric"
        value={lapsing}
        onChange={setLapsing}
      />
      <Button variant="plain" onClick={rehearse}>
        リハーサルをする
      </Button>
      {rehearsal && <Facts boxed label="リハーサルの結果" facts={factsOf(rehearsal)} />}
    </>
  )
}

const outOf = ({ people, won }: { people: number; won: number }) =>
  `${count(people)}名のうち${count(won)}名`

function factsOf({ people, won, byChoice, chances, lapsed, later, rounds, left }: Rehearsal) {
  return [
    { term: '申し込み', value: `${count(people)}名` },
    { term: '当選', value: `${count(won)}名`, strong: true },
    {
      term: '当選した希望',
      value: byChoice.map((groups, n) => `第${n + 1} ${count(groups)}組`).join('・'),
    },
    ...(chances
      ? [
          { term: '2回くじを引く方の当選', value: outOf(chances.members) },
          { term: 'ほかの方の当選', value: outOf(chances.others) },
        ]
      : []),
    { term: '期限切れ・辞退', value: `${count(lapsed)}名` },
    {
      term: '繰り上げ当選',
      value: later > 0 ? `${count(later)}名（${count(rounds)}回）` : 'なし',
    },
    { term: '残ったチケット', value: `${count(left)}枚` },
  ]
}
