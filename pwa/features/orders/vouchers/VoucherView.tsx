import { useState } from 'react'
import { BY_KONBINI } from '#contract/orders/sale-rules.ts'
import { KONBINI_STORES, type KonbiniStore } from '#contract/payments/konbini.ts'
import { type OwnVoucher, vouchers } from '#contract/vouchers/calls.ts'
import { seatedProductPath } from '#contract/waitlist/product-path.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { useSessionState } from '#pwa/lib/api/session.tsx'
import { dayAndTime, yen } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { ConfirmDialog } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'
import css from './VoucherView.module.css'

/** A payment number: what each store asks for, the sum and the deadline; or what has become of it. */
export function VoucherView({ voucher }: { voucher: OwnVoucher }) {
  const now = useNow()
  switch (voucher.state) {
    case 'paid':
      return <Paid product={voucher.product} />
    case 'ended':
      return <Ended product={voucher.product} />
    case 'open':
      return voucher.expires_at <= now ? (
        <Ended product={voucher.product} />
      ) : (
        <Open voucher={voucher} />
      )
  }
}

const ticketOf = ({ kind, id }: OwnVoucher['product']) =>
  kind === 'event' ? paths.eventTicket(id) : paths.ticketBox

const Paid = ({ product }: Pick<OwnVoucher, 'product'>) => (
  <div role="status">
    <StateScreen
      kind="empty"
      title="お支払いを確認しました"
      text={`「${product.title}」のチケットをお届けしました。`}
      actions={
        <Button icon="ticket" to={ticketOf(product)}>
          チケットを見る
        </Button>
      }
    />
  </div>
)

const Ended = ({ product }: Pick<OwnVoucher, 'product'>) => (
  <StateScreen
    kind="empty"
    title="この番号は使えなくなりました"
    text={`「${product.title}」のお申し込みは取り消されました。行き違いでお支払いになった場合は、お席があればチケットをお渡しし、なければ全額をお返しします。`}
    actions={<Button to={seatedProductPath(product)}>もう一度申し込む</Button>}
  />
)

function Open({ voucher }: { voucher: OwnVoucher }) {
  const { product, amount, expires_at, stores, url } = voucher
  return (
    <div className="stack">
      <Card as="section" padded>
        <div className="stack">
          <div>
            <h2 className={css.title}>{product.title}</h2>
            <p className="small muted">{occasion(product)}</p>
          </div>
          <p className={css.sum}>
            <b className="num">{yen(amount)}</b>
            <span className="small">
              <b>{dayAndTime(expires_at)}</b> までに、お店でお支払いください
            </span>
          </p>
          <p className="note muted">
            それまで、お席をお取りしています。お支払いのあと、数分以内にチケットをお届けします。
          </p>
        </div>
      </Card>
      {stores.map((numbers) => (
        <Store key={numbers.store} numbers={numbers} />
      ))}
      <p className="note muted">
        お店の端末で「代金支払い」などを選び、{STEPS}
        レジでお支払いください。電波の届かない場所でも、この画面を開けます。
      </p>
      {url && (
        <a className="link small" href={url} target="_blank" rel="noreferrer">
          お店ごとの手順を見る（決済会社の画面）
        </a>
      )}
      <GiveUp voucher={voucher} />
    </div>
  )
}

/** When and where it takes place: it may have moved since the application. */
const occasion = ({ kind, start, venue }: OwnVoucher['product']) =>
  [`${dayAndTime(start)} ${kind === 'event' ? '開始' : '開演'}`, venue].filter(Boolean).join('・')

const STEPS = 'お支払い番号（受付番号）と確認番号を入力して、発行された申込券で30分以内に'

const Store = ({ numbers }: { numbers: OwnVoucher['stores'][number] }) => {
  const name = KONBINI_STORES[numbers.store as KonbiniStore] ?? numbers.store
  return (
    <Card as="section" padded aria-label={name}>
      <h3 className={css.store}>{name}</h3>
      <Facts
        facts={[
          { term: 'お支払い番号', value: <Digits>{numbers.payment_code}</Digits> },
          ...(numbers.confirmation_number === null
            ? []
            : [{ term: '確認番号', value: <Digits>{numbers.confirmation_number}</Digits> }]),
        ]}
      />
    </Card>
  )
}

const Digits = ({ children }: { children: string }) => (
  <b className={`num ${css.number}`}>{children}</b>
)

/** Cancels the number; the seat is free at once. */
function GiveUp({ voucher: { id, product } }: { voucher: OwnVoucher }) {
  const [isAsking, setAsking] = useState(false)
  const canAsk = useSessionState().at === 'member'
  const cancel = useSend(vouchers.cancelVoucher, {
    refresh: [vouchers.getVoucher, vouchers.listVouchers],
  })
  return (
    <>
      <Button wide variant="quiet" disabled={!canAsk} onClick={() => setAsking(true)}>
        番号を取り消す
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={`${BY_KONBINI}の番号を取り消しますか？`}
        text={
          <p>
            「{product.title}
            」のお席は、ほかの方にご案内します。お店の申込券をお持ちの場合は、お支払いにならないでください。
          </p>
        }
        confirm="取り消す"
        cancel="やめる"
        danger
        onConfirm={() => cancel.mutateAsync({ params: { id } })}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
