import { lottery, type OwnLottery } from '#contract/lottery/calls.ts'
import { LOTTERY_MAX, RESULT_AFTER_MINUTES } from '#contract/lottery/limits.ts'
import type { OwnDigitalTicket } from '#contract/tickets/calls.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { fromWall, toWall } from '#pwa/lib/forms/editing/edit-form.ts'
import { useForm } from '#pwa/lib/forms/form.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { DateTimeInput } from '#pwa/ui/forms/DateTimeInput.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { Select } from '#pwa/ui/forms/Select.tsx'
import { Toggle } from '#pwa/ui/forms/Toggle.tsx'
import { Overlay } from '#pwa/ui/overlay/Overlay.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { LOTTERY_CHANGED } from './LotteryCard.tsx'
import { LotteryRehearsal } from './LotteryRehearsal.tsx'

interface LotteryEditorProps {
  ticket: OwnDigitalTicket
  own: OwnLottery
  onClose: () => void
}

const upTo = (max: number, label: (n: number) => string) =>
  Array.from({ length: max }, (_, n) => ({ value: String(n + 1), label: label(n + 1) }))
const BUY_DAYS = upTo(LOTTERY_MAX.buyDays, (days) => `${days}日`)
const GROUPS = upTo(LOTTERY_MAX.group, (people) => (people === 1 ? 'なし' : `${people}人まで`))

const wall = (instant: string | undefined) => (instant === undefined ? '' : toWall(instant))

/** The form of a lottery; every time in Japan's. */
export function LotteryEditor({ ticket, own: { lottery: sale }, onClose }: LotteryEditorProps) {
  const set = useSend(lottery.setLottery, { refresh: LOTTERY_CHANGED })
  const form = useForm({
    draft: { kind: 'lottery', id: ticket.id },
    initial: {
      opens_at: wall(sale?.opens_at),
      closes_at: wall(sale?.closes_at),
      announced_at: wall(sale?.announced_at),
      ends_at: wall(sale?.ends_at),
      buy_days: String(sale?.buy_days ?? LOTTERY_MAX.buyDays),
      max_group: String(sale?.max_group ?? 1),
      members_first: sale?.members_first ?? false,
      then_sold: sale?.then_sold ?? true,
    },
    send: (values) =>
      set.mutateAsync({
        params: { roomid: ticket.room.id, id: ticket.id },
        body: {
          opens_at: fromWall(values.opens_at),
          closes_at: fromWall(values.closes_at),
          announced_at: fromWall(values.announced_at),
          ends_at: fromWall(values.ends_at),
          buy_days: Number(values.buy_days),
          max_group: Number(values.max_group),
          members_first: values.members_first,
          then_sold: values.then_sold,
        },
      }),
    onDone() {
      showToast('保存しました')
      onClose()
    },
  })
  const { values, field } = form
  return (
    <Overlay label="抽選販売の設定" title="抽選販売の設定" onClose={onClose}>
      <form className="stack" noValidate onSubmit={(event) => void form.submit(event)}>
        <FormProblem>{form.message}</FormProblem>
        <p className="small muted">
          申し込んだ方へのお約束になります。受付が始まると、変更できません。
        </p>
        <DateTimeInput label="受付の始まり（日本時間）" require {...field('opens_at')} />
        <DateTimeInput label="受付の締め切り（日本時間）" require {...field('closes_at')} />
        <DateTimeInput
          label="結果の発表（日本時間）"
          require
          hint={`締め切りの${RESULT_AFTER_MINUTES}分後からです。この時刻ちょうどに公開します`}
          {...field('announced_at')}
        />
        <Select label="購入の期限" require options={BUY_DAYS} {...field('buy_days')} />
        <DateTimeInput
          label="抽選販売の終わり（日本時間）"
          require
          hint="この時刻まで、購入されなかった分を次の方にご案内します（繰り上げ当選）。開演までです"
          {...field('ends_at')}
        />
        <Select
          label="グループでの申し込み"
          require
          hint="一緒に当選するか、一緒に落選します。お一人ずつ申し込み、購入します"
          options={GROUPS}
          {...field('max_group')}
        />
        <Toggle
          label="ルームのメンバーを当たりやすくする"
          hint="締め切りの時点で参加している方は、2回くじを引きます。申し込みの画面でお知らせします"
          checked={values.members_first}
          onChange={(members_first) => form.set({ members_first })}
          error={form.errorOf('members_first')}
        />
        <Toggle
          label="残ったチケットを先着順で販売する"
          hint="抽選販売が終わったあとに、どなたでも購入できます"
          checked={values.then_sold}
          onChange={(then_sold) => form.set({ then_sold })}
          error={form.errorOf('then_sold')}
        />
        <LotteryRehearsal
          ticket={ticket}
          maxGroup={Number(values.max_group)}
          membersFirst={values.members_first}
        />
        <Button type="submit" wide busy={form.busy}>
          保存する
        </Button>
      </form>
    </Overlay>
  )
}
