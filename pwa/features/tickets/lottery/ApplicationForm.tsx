import { type FormEvent, useState } from 'react'
import { withSan } from '#contract/lib/with-san.ts'
import { type LotteryApplication, type LotterySale, lottery } from '#contract/lottery/calls.ts'
import { DRAW_LABELS } from '#contract/lottery/kept-draw.ts'
import { CONTRIBUTION_BYTES, LOTTERY_MAX } from '#contract/lottery/limits.ts'
import type { TicketOnSale, TicketType } from '#contract/tickets/calls.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { useSession } from '#pwa/lib/api/session.tsx'
import { dayAndTime, formatPrice } from '#pwa/lib/format.ts'
import { useForm } from '#pwa/lib/forms/form.ts'
import { shareUrl } from '#pwa/lib/share.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { Select } from '#pwa/ui/forms/Select.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { ConfirmButton } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { typesIn } from '../type-labels.ts'
import css from './LotteryPanel.module.css'
import { keepOwn } from './useKeptDraw.ts'
import { INVITE } from './useLottery.ts'

interface ApplicationFormProps {
  ticket: TicketOnSale
  sale: LotterySale
  application: LotteryApplication
  /** The token of a group to which the viewer was invited. */
  invite: string | null
}

const REFRESH = [lottery.getApplication]

/** Random bytes of this device, which are part of the draw: whoever made the rest of it could not know them. */
function newContribution(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(CONTRIBUTION_BYTES))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** Applies for a ticket, changes the application, and invites others to apply together. */
export function ApplicationForm(props: ApplicationFormProps) {
  const { application, invite } = props
  const isInvited = invite !== null && !application.group.some(({ own }) => own)
  const by = application.invited_by
  if (isInvited && by !== null) return <Invitation {...props} invite={invite} by={by} />
  return (
    <>
      {isInvited && (
        <p className={css.text} role="status">
          この招待は、もう使えません。招待した方にお確かめください。お一人での申し込みもできます。
        </p>
      )}
      {application.state === 'none' ? <Choices {...props} /> : <Applied {...props} />}
    </>
  )
}

/** What a person is told who has applied on another device. */
const APPLIED_BEFORE = 'すでに申し込まれています。はじめの申し込みの乱数を使います'

/** Applies, and keeps what this device has contributed. Returns what to say of it. */
function useApply({ ticket, application }: ApplicationFormProps) {
  const { mutateAsync } = useSend(lottery.apply, { refresh: REFRESH })
  const { device } = useSession()
  return async (wanted: { choices: string[]; invite?: string }) => {
    const contribution = newContribution()
    const params = { id: ticket.id }
    const applied = await mutateAsync({ params, body: { ...wanted, contribution } })
    if (application.state !== 'none') return '申し込みを変更しました'
    if (applied.public_id === null || applied.contribution !== contribution) return APPLIED_BEFORE
    await keepOwn(device, ticket.id, { id: applied.public_id, contribution })
    return '抽選に申し込みました'
  }
}

function Invitation(props: ApplicationFormProps & { invite: string; by: string }) {
  const { invite, by } = props
  const apply = useApply(props)
  return (
    <>
      <p className={css.text}>
        <b>{withSan(by)}</b>
        のグループに招待されています。グループは、一緒に当選するか、一緒に落選します。希望は、代表の方が決めます。
      </p>
      <ConfirmButton
        label="このグループで申し込む"
        button={{ icon: 'ticket' }}
        title="このグループで申し込みますか？"
        text={<p>グループの方には、表示名が見えます。当選したら、お一人ずつ購入します。</p>}
        confirm="申し込む"
        onConfirm={async () => {
          showToast(await apply({ choices: [], invite }))
        }}
      />
    </>
  )
}

const LABELS = ['第1希望', '第2希望', '第3希望'] as const
const NO_CHOICE = { value: '', label: '選択なし' }
const TO_CHOOSE = { value: '', label: '選んでください' }
const optionOf = ({ id, name, amount }: TicketType) => ({
  value: id,
  label: `${name}　${formatPrice(amount)}`,
})

/** The types in order of preference; without types there is nothing to choose. */
function Choices(props: ApplicationFormProps & { onDone?: () => void }) {
  const { ticket, application, onDone } = props
  const apply = useApply(props)
  const types = typesIn(ticket).filter(
    ({ closed, refused }) => !closed && (refused === null || refused === 'limit'),
  )
  const places = Math.min(LOTTERY_MAX.choices, types.length)
  const isChange = application.state !== 'none'
  const form = useForm({
    initial: {
      first: application.choices[0] ?? '',
      second: application.choices[1] ?? '',
      third: application.choices[2] ?? '',
    },
    send: ({ first, second, third }) => apply({ choices: [first, second, third].filter(Boolean) }),
    onDone(message) {
      showToast(message)
      onDone?.()
    },
  })
  const options = types.map(optionOf)
  const fields = (['first', 'second', 'third'] as const).slice(0, places)
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event: FormEvent<HTMLFormElement>) => void form.submit(event)}
    >
      <FormProblem>{form.message}</FormProblem>
      {fields.map((name, n) => (
        <Select
          key={name}
          label={LABELS[n] ?? ''}
          require={n === 0}
          options={[n === 0 ? TO_CHOOSE : NO_CHOICE, ...options]}
          {...form.field(name)}
          error={n === 0 ? form.errorOf('choices') : undefined}
        />
      ))}
      <Button type="submit" icon="ticket" busy={form.busy}>
        {isChange ? '希望を変更する' : '抽選に申し込む'}
      </Button>
      {onDone && (
        <Button variant="quiet" onClick={onDone}>
          変更しない
        </Button>
      )}
      {!isChange && (
        <p className="note muted">
          申し込みに料金はかかりません。当選しても、自動で購入になりません。
        </p>
      )}
    </form>
  )
}

/** The viewer's application: its facts, its group, and what can still be changed. */
function Applied(props: ApplicationFormProps) {
  const { ticket, sale, application } = props
  const [isChanging, setIsChanging] = useState(false)
  const withdraw = useSend(lottery.withdrawApplication, { refresh: REFRESH })
  const { device } = useSession()
  const own = application.group.find((person) => person.own)
  const leads = own === undefined || own.leads
  const nameOf = (id: string) => typesIn(ticket).find((type) => type.id === id)?.name ?? '―'
  const names = application.choices.map((id, n) => `${n + 1}. ${nameOf(id)}`)
  return (
    <>
      <p className={css.text} role="status">
        <b>申し込みました。</b>
        結果は、<span className="nowrap">{dayAndTime(sale.announced_at)}</span>
        に、このページ、メール、通知でお知らせします。
      </p>
      <Facts
        label="あなたの申し込み"
        facts={[
          ...(names.length > 0 ? [{ term: '希望', value: names.join('　') }] : []),
          ...(application.group.length > 0
            ? [
                {
                  term: 'グループ',
                  value: application.group
                    .map(({ display_name, leads }) => `${display_name}${leads ? '（代表）' : ''}`)
                    .join('、'),
                },
              ]
            : []),
          {
            term: DRAW_LABELS.id,
            value: <span className={css.code}>{application.public_id}</span>,
          },
          {
            term: DRAW_LABELS.contribution,
            value: <span className={css.code}>{application.contribution}</span>,
          },
        ]}
      />
      {isChanging && <Choices {...props} onDone={() => setIsChanging(false)} />}
      {leads && names.length > 0 && !isChanging && (
        <Button variant="secondary" onClick={() => setIsChanging(true)}>
          希望を変更する
        </Button>
      )}
      {sale.max_group > 1 && application.invite !== null && (
        <Invite ticket={ticket} invite={application.invite} most={sale.max_group} />
      )}
      <ConfirmButton
        label={application.group.length > 0 ? 'グループを抜けて取り消す' : '申し込みを取り消す'}
        button={{ variant: 'quiet' }}
        title="申し込みを取り消しますか？"
        text={<p>締め切りまでは、もう一度申し込めます。先着順ではないため、不利にはなりません。</p>}
        confirm="取り消す"
        cancel="戻る"
        danger
        onConfirm={async () => {
          await withdraw.mutateAsync({ params: { id: ticket.id } })
          await keepOwn(device, ticket.id, null)
          showToast('申し込みを取り消しました')
        }}
      />
    </>
  )
}

interface InviteProps {
  ticket: TicketOnSale
  invite: string
  most: number
}

/** The link by which others join the group. */
const Invite = ({ ticket, invite, most }: InviteProps) => (
  <>
    <p className={css.text}>
      {most}
      人まで、一緒に当選するか、一緒に落選するグループで申し込めます。リンクを受け取った方が、ご自身で申し込みます。
    </p>
    <Button
      variant="secondary"
      icon="share"
      onClick={() => {
        const url = new URL(location.href)
        url.search = new URLSearchParams({ [INVITE]: invite }).toString()
        void shareUrl({ title: `「${ticket.title}」の抽選`, url: url.href })
      }}
    >
      グループに招待する
    </Button>
  </>
)
