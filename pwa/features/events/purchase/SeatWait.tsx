import type { ReactNode } from 'react'
import { EVENT_POLL_MS } from '#contract/events/limits.ts'
import type { Room } from '#contract/rooms/calls.ts'
import { type Wait, waitlist } from '#contract/waitlist/calls.ts'
import { OFFER_HOURS } from '#contract/waitlist/limits.ts'
import { useLoad, useSend } from '#pwa/lib/api/api.ts'
import { useSessionState } from '#pwa/lib/api/session.tsx'
import { dayAndTime } from '#pwa/lib/format.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Bullets } from '#pwa/ui/layout/Bullets.tsx'
import { ConfirmButton } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import css from './SeatPanel.module.css'
import { JOIN_WAIT, placeLabel } from './wait-labels.ts'

/** A sold-out product, and what its waiting list promises. */
export interface Waited {
  kind: Wait['kind']
  id: string
  /** Hours for which a freed seat is offered; missing in an offline copy of the last release. */
  hours: number | undefined
  /** End of the sale. */
  until: string
  /** What of the product is waited for: its ticket type, and whether others share its places. */
  type?: { id: string; name: string; isShared: boolean } | undefined
  /** Of a ticket that sells several seats at once: how many the viewer wants to wait for, and the choice of it. */
  group?: { seats: number; choice: ReactNode }
}

interface SeatWaitProps {
  waited: Waited
  /** Whose members may buy; undefined: everybody may, or it is not known yet. */
  room: Room | undefined
  /** The purchase, for a person to whom a seat is offered. */
  children: ReactNode
}

const REFRESH = [waitlist.getWait, waitlist.listWaits]

/** What the viewer waits for, as the page around asks, too; or whether they can wait for a type. */
const useViewersWait = ({ kind, id }: Waited, enabled: boolean, query?: { type: string }) =>
  useLoad(
    waitlist.getWait,
    { params: { kind, id }, ...(query && { query }) },
    { enabled, refetchInterval: EVENT_POLL_MS },
  )

/** キャンセル待ち: the way to a seat of a sold-out product. */
export function SeatWait({ waited, room, children }: SeatWaitProps) {
  const { at } = useSessionState()
  const wait = useViewersWait(waited, at === 'member')
  if (!wait.data) return <Full />
  const { state, place, seats, until, type } = wait.data
  switch (state) {
    case 'waiting':
      return (
        <>
          <p className={css.first} role="status">
            {type && `「${type.name}」の`}キャンセル待ちの
            <b className="num">{placeLabel({ seats, place })}</b>
            です。お席が空いたら、メールと通知でお知らせします。
            {type?.id !== waited.type?.id &&
              'お待ちいただけるのは1つの券種です。ほかの券種を待つときは、取りやめてから登録してください。'}
          </p>
          <LeaveWait of={wait.data} />
        </>
      )
    case 'offered':
      return (
        <>
          <p className={css.first} role="status">
            <b>
              {type && `「${type.name}」の`}お席を{seats > 1 && `${seats}枚`}ご用意しました。
            </b>
            <span className="nowrap">{dayAndTime(until ?? waited.until)}まで</span>
            に購入してください。
            {seats > 1 && '枚数を減らすこともできます。減らした分は、次の方にご案内します。'}
          </p>
          {children}
          <LeaveWait of={wait.data} />
        </>
      )
    case 'lapsed':
      return (
        <>
          <p className={css.first}>
            お取りしていた{type && `「${type.name}」の`}お席は、期限（
            {dayAndTime(until ?? waited.until)}
            ）が過ぎたため、次の方にご案内しました。
          </p>
          <JoinWait waited={waited} room={room} />
        </>
      )
    case 'none':
      return <JoinWait waited={waited} room={room} />
  }
}

const Full = () => (
  <Button variant="plain" disabled>
    満席になりました
  </Button>
)

interface JoinWaitProps {
  waited: Waited
  room: Room | undefined
}

function JoinWait({ waited, room }: JoinWaitProps) {
  const wait = useViewersWait(waited, true, waited.type && { type: waited.type.id })
  const join = useSend(waitlist.joinWait, { refresh: REFRESH })
  const params = { kind: waited.kind, id: waited.id }
  if (!wait.data?.can.join)
    return (
      <>
        {room?.subscribed === false && (
          <p className={css.first}>ルームに参加すると、キャンセル待ちに登録できます。</p>
        )}
        <Full />
      </>
    )
  return (
    <>
      <p className={css.first}>{waited.type && `「${waited.type.name}」は`}満席になりました。</p>
      {waited.group?.choice}
      <ConfirmButton
        label={JOIN_WAIT}
        button={{ variant: 'secondary' }}
        title={`${waited.type ? `「${waited.type.name}」の` : ''}キャンセル待ちに${
          waited.group ? `、${waited.group.seats}枚で` : ''
        }登録しますか？`}
        text={<WaitRules {...waited} />}
        confirm="登録する"
        onConfirm={async () => {
          await join.mutateAsync({
            params,
            query: {
              ...(waited.group && { seats: waited.group.seats }),
              ...(waited.type && { type: waited.type.id }),
            },
          })
          showToast('キャンセル待ちに登録しました')
        }}
      />
    </>
  )
}

/** What the waiting list promises. */
const WaitRules = ({ hours = OFFER_HOURS.usual, until, group, type }: Waited) => (
  <Bullets>
    {type && (
      <li>
        ご案内するのは「{type.name}」のお席です。
        {type.isShared && '席数を分け合うほかの券種の方も含めて、登録の早い順にご案内します。'}
        ほかの券種を購入されたときは、キャンセル待ちは終わります。
      </li>
    )}
    {group ? (
      <>
        <li>お席が空くと、登録の早い順に、ご希望の枚数がそろう方へご案内します。</li>
        <li>
          枚数が足りないあいだは、空いたお席を後の方へ先にご案内することがあります。ご希望と同じ枚数を後の方へご案内したあとは、そろうまでお席をお取りしておきます。
        </li>
        <li>枚数は、登録したあとに変えられません。購入のときに減らすことはできます。</li>
      </>
    ) : (
      <li>お席が空くと、登録の早い順に、お一人ずつご案内します。</li>
    )}
    <li>
      ご案内から{hours}時間、お席をお取りします。販売の終了（{dayAndTime(until)}
      ）を過ぎることはありません。
    </li>
    <li>期限までに購入されないときは、次の方にご案内します。</li>
    <li>お待ちの方がいるあいだ、空いたお席がほかの方に販売されることはありません。</li>
    <li>登録に料金はかかりません。いつでも取りやめられます。</li>
  </Bullets>
)

function LeaveWait({ of: { kind, id, state } }: { of: Wait }) {
  const leave = useSend(waitlist.leaveWait, { refresh: REFRESH })
  const isOffered = state === 'offered'
  return (
    <ConfirmButton
      label={isOffered ? 'お席を辞退する' : '取りやめる'}
      button={{ variant: 'quiet' }}
      title={isOffered ? 'お席を辞退しますか？' : 'キャンセル待ちを取りやめますか？'}
      text={
        <p>
          {isOffered
            ? 'お席は、次の方にご案内します。'
            : '順番はなくなります。もう一度登録すると、最後からになります。'}
        </p>
      }
      confirm={isOffered ? '辞退する' : '取りやめる'}
      cancel="戻る"
      danger
      onConfirm={async () => {
        await leave.mutateAsync({ params: { kind, id } })
        showToast(isOffered ? 'お席を辞退しました' : 'キャンセル待ちを取りやめました')
      }}
    />
  )
}
