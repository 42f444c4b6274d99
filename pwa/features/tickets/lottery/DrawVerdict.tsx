import { DRAW_LABELS, type KeptDraw } from '#contract/lottery/kept-draw.ts'
import type { Comparison, DrawDifference, Verification } from '#contract/lottery/verify-draw.ts'
import type { TicketOnSale } from '#contract/tickets/calls.ts'
import { count } from '#pwa/lib/format.ts'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Bullets } from '#pwa/ui/layout/Bullets.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { typesIn } from '../type-labels.ts'

const DIFFERENCE_LABELS: Record<DrawDifference, string> = {
  listForm: '公開された名簿の形式が正しくないか、並べ替えられています。',
  resultForm: '公開された結果の形式が正しくありません。',
  commitment: '秘密の乱数が、受付の前に封をしたものと違います。',
  listHash: '名簿が、締め切りのときに指紋を公開したものと違います。',
  winners: '計算した当選者が、公開された当選者と違います。',
  own: 'あなたの申し込みが名簿にないか、乱数が違います。',
  keptCommitment: '封をした乱数が、受付中に控えたものと違います。',
  keptListHash: '名簿の指紋が、結果の発表の前に控えたものと違います。',
  keptOwn:
    '控えたあなたの申し込みが、名簿にないか、乱数が違います。ほかの端末で取り消したり、申し込み直したりしたときも、こうなります。',
}

const OWN = 'あなたの申し込み'
const COMPARISON_LABELS: Record<Comparison, string> = {
  same: '控えと同じです',
  differs: '控えと違います',
  none: '控えがありません',
}

interface DrawVerdictProps {
  verified: Verification
  ticket: TicketOnSale
}

/** What the repetition of a draw has shown: what agrees, what differs, and what could not be compared. */
export function DrawVerdict({ verified, ticket }: DrawVerdictProps) {
  const { differences, people, groups, winners, own } = verified
  const choice = own?.choice ?? null
  const type = choice === null ? undefined : typesIn(ticket)[choice - 1]?.name
  if (differences.length > 0)
    return (
      <Alert tone="warning">
        <div className="stack">
          <b>一致しませんでした。</b>
          <Bullets>
            {differences.map((difference) => (
              <li key={difference}>{DIFFERENCE_LABELS[difference]}</li>
            ))}
          </Bullets>
          <Kept {...verified} />
        </div>
      </Alert>
    )
  return (
    <Alert tone="info">
      <div className="stack">
        <p>
          <b>{isCompared(verified) ? '一致しました。' : '計算は一致しました。'}</b>
          {count(people)}名（{count(groups)}
          組）の抽選を、この端末でもう一度計算し、当選した{count(winners)}組が同じになりました。
        </p>
        {own && (
          <p>
            あなたの順番は、{count(own.place)}番目です。
            {choice === null ? '当選していません。' : `当選しました${type ? `（${type}）` : ''}。`}
          </p>
        )}
        <Kept {...verified} />
      </div>
    </Alert>
  )
}

/** Whether anything was compared with what the server cannot exchange. */
const isCompared = ({ kept }: Verification) =>
  Object.values(kept).some((comparison) => comparison !== 'none')

/** What was kept, beside what is published. People who have not applied have nothing of their own. */
function Kept({ kept, own }: Pick<Verification, 'kept' | 'own'>) {
  const names: (keyof KeptDraw)[] = ['commitment', 'listHash']
  if (own || kept.own !== 'none') names.push('own')
  const isShort = names.some((name) => kept[name] === 'none')
  return (
    <>
      <Facts
        label="控えとの比較"
        facts={names.map((name) => ({
          term: name === 'own' ? OWN : DRAW_LABELS[name],
          value: COMPARISON_LABELS[kept[name]],
        }))}
      />
      {isShort && (
        <p>
          控えがないものは、いま公開されているものどうしだけをくらべました。控えは、受付中（封をした乱数、申し込み）と、締め切りから発表までのあいだ（名簿の指紋）に、このページを開いた端末に残ります。
        </p>
      )}
    </>
  )
}
