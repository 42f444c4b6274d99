import { Suspense, useState } from 'react'
import { urlOf } from '#contract/http/caller.ts'
import { type OwnPromotion, promotions } from '#contract/promotions/calls.ts'
import { discountLabel } from '#contract/promotions/discount.ts'
import { CODE_FRAGMENT } from '#contract/promotions/promotion-code.ts'
import { type OwnDigitalTicket, tickets } from '#contract/tickets/calls.ts'
import { useLoad, useSend } from '#pwa/lib/api/api.ts'
import { count, dayAndTime } from '#pwa/lib/format.ts'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { paths } from '#pwa/lib/paths.ts'
import { CsvButton } from '#pwa/load/CsvButton.tsx'
import { FailedSection } from '#pwa/load/FailedPart.tsx'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { copyText } from '#pwa/ui/copy.ts'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { ConfirmButton } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import css from './PromotionsCard.module.css'
import { SALES_REFRESH_MS } from './sales-refresh.ts'

const PromotionEditor = lazyWithProgress(
  async () => (await import('./PromotionEditor.tsx')).PromotionEditor,
)

/** What changes with the codes of a ticket. */
export const PROMOTIONS_CHANGED = [
  promotions.listPromotions,
  tickets.getOwnTicket,
  tickets.getDigitalTicket,
  tickets.listDigitalTickets,
]

/** コード（招待・割引・先行） of an owner's ticket. */
export function PromotionsCard({ ticket }: { ticket: OwnDigitalTicket }) {
  const params = { roomid: ticket.room.id, id: ticket.id }
  const own = useLoad(promotions.listPromotions, { params }, { refetchInterval: SALES_REFRESH_MS })
  const [isOpen, setIsOpen] = useState(false)
  const { data } = own
  if (!data) return <FailedSection title="コード" of={own} />
  if (ticket.lottery && data.length === 0) return null
  return (
    <Section title="コード">
      <Card padded>
        <div className="stack">
          <p className="small muted">
            招待（無料）、割引、先行販売のコードです。文字かリンクで渡すと、購入の画面で使えます。
          </p>
          {data.length > 0 && (
            <List>
              {data.map((promotion) => (
                <PromotionRow key={promotion.id} promotion={promotion} ticket={ticket} />
              ))}
            </List>
          )}
          {!ticket.lottery && (
            <Button variant="secondary" wide icon="plus" onClick={() => setIsOpen(true)}>
              コードを作成する
            </Button>
          )}
        </div>
      </Card>
      {isOpen && (
        <Suspense>
          <PromotionEditor ticket={ticket} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </Section>
  )
}

interface RowProps {
  promotion: OwnPromotion
  ticket: OwnDigitalTicket
}

/** Its limits, in one line. */
function limitsOf({ promotion, ticket }: RowProps): string {
  const { taken, seats, codes, per_person, valid_from, valid_until, types } = promotion
  const names = ticket.types.filter(({ id }) => types.includes(id)).map(({ name }) => name)
  return [
    seats === null ? `使用 ${count(taken)}枚` : `使用 ${count(taken)} / ${count(seats * codes)}枚`,
    per_person !== null && `お一人さま${per_person}枚まで`,
    valid_from && `${dayAndTime(valid_from)}から`,
    valid_until && `${dayAndTime(valid_until)}まで`,
    names.join('、'),
  ]
    .filter(Boolean)
    .join('・')
}

function PromotionRow({ promotion, ticket }: RowProps) {
  const { id, code, codes, presale, stopped } = promotion
  const params = { roomid: ticket.room.id, id: ticket.id, promotion: id }
  const label = discountLabel(promotion)
  const name = code ?? `一回限りのコード ${count(codes)}件`
  return (
    <ListRow>
      <span className={css.head}>
        <b className="num">{name}</b>
        <Badge>{label}</Badge>
        {presale && label !== '先行' && <Badge>先行</Badge>}
        {stopped && <Badge tone="warning">停止中</Badge>}
      </span>
      <span className="note muted">{limitsOf({ promotion, ticket })}</span>
      <span className={css.actions}>
        {code === null ? (
          <CsvButton url={urlOf(promotions.exportCodes, { params })} />
        ) : (
          <CopyLink code={code} ticket={ticket} />
        )}
        <Stop promotion={promotion} params={params} name={name} />
        {promotion.can.remove && <Remove params={params} name={name} />}
      </span>
    </ListRow>
  )
}

const NOT_COPIED = 'コピーできませんでした。コードの文字を、そのままお伝えください。'

function CopyLink({ code, ticket }: { code: string; ticket: OwnDigitalTicket }) {
  const path = paths.roomTicket(ticket.room.id, ticket.id)
  const copy = () =>
    copyText(
      `${location.origin}${path}#${CODE_FRAGMENT}=${code}`,
      'リンクをコピーしました',
      NOT_COPIED,
    )
  return (
    <Button variant="secondary" size="s" icon="copy" onClick={() => void copy()}>
      リンクをコピーする
    </Button>
  )
}

interface ActionProps {
  params: { roomid: string; id: string; promotion: string }
  name: string
}

function Stop({ promotion, params, name }: ActionProps & { promotion: OwnPromotion }) {
  const send = useSend(promotions.stopPromotion, { refresh: PROMOTIONS_CHANGED })
  const set = async (stopped: boolean) => {
    await send.mutateAsync({ params, body: { stopped } })
    showToast(stopped ? '止めました' : '再開しました')
  }
  return (
    <ConfirmButton
      label={promotion.stopped ? '再開する' : '止める'}
      button={{ variant: 'secondary', size: 's' }}
      title={`${name} を${promotion.stopped ? '再開' : '停止'}しますか？`}
      text={
        promotion.stopped
          ? 'また購入に使えるようになります。'
          : 'これからの購入に使えなくなります。購入済みの方のチケットは、そのまま使えます。'
      }
      confirm={promotion.stopped ? '再開する' : '止める'}
      onConfirm={() => set(!promotion.stopped)}
    />
  )
}

function Remove({ params, name }: ActionProps) {
  const remove = useSend(promotions.removePromotion, { refresh: PROMOTIONS_CHANGED })
  return (
    <ConfirmButton
      label="削除する"
      button={{ variant: 'quiet', size: 's' }}
      title={`${name} を削除しますか？`}
      text="まだ使われていないコードです。あとから戻すことはできません。"
      confirm="削除する"
      danger
      onConfirm={async () => {
        await remove.mutateAsync({ params })
        showToast('削除しました')
      }}
    />
  )
}
