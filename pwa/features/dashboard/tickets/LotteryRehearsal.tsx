import { useState } from 'react'
import type { OwnDigitalTicket } from '#contract/tickets/calls.ts'
import { count } from '#pwa/lib/format.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { plainNumber } from '#pwa/ui/forms/digits.ts'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { type Rehearsal, rehearseLottery } from './rehearse-lottery.ts'

const MAX_PEOPLE = 20_000

interface LotteryRehearsalProps {
  ticket: OwnDigitalTicket
  maxGroup: number
}

/** Draws among invented applicants, so that the owner sees how many would win. Nothing is sent. */
export function LotteryRehearsal({ ticket, maxGroup }: LotteryRehearsalProps) {
  const [people, setPeople] = useState(String(Math.min(ticket.capacity * 3, MAX_PEOPLE)))
  const [rehearsal, setRehearsal] = useState<Rehearsal | null>(null)
  const number = Math.min(Number(plainNumber(people)) || 0, MAX_PEOPLE)
  return (
    <>
      <TextInput
        label="リハーサルの申込者の人数"
        inputMode="numeric"
        hint="架空の申込者で抽選します。何も保存されません"
        value={people}
        onChange={setPeople}
      />
      <Button
        variant="plain"
        onClick={() => setRehearsal(rehearseLottery(ticket, number, maxGroup, Math.random))}
      >
        リハーサルをする
      </Button>
      {rehearsal && (
        <Facts
          boxed
          label="リハーサルの結果"
          facts={[
            { term: '申し込み', value: `${count(rehearsal.people)}名` },
            { term: '当選', value: `${count(rehearsal.won)}名`, strong: true },
            {
              term: '当選した希望',
              value: rehearsal.byChoice
                .map((groups, n) => `第${n + 1} ${count(groups)}組`)
                .join('・'),
            },
            { term: '残り', value: `${count(rehearsal.left)}枚` },
          ]}
        />
      )}
    </>
  )
}
