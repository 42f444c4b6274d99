import { type FormEvent, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { discountLabel } from '#contract/promotions/discount.ts'
import { CODE_OTHER_TYPE } from '#contract/promotions/messages.ts'
import type { TicketOnSale } from '#contract/tickets/calls.ts'
import { LoginSheet } from '#pwa/features/rooms/join/LoginSheet.tsx'
import { type Choice, choicePath } from '#pwa/lib/choice-path.ts'
import { formatPrice, yen } from '#pwa/lib/format.ts'
import { subjectOf } from '#pwa/lib/ticket-subject.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { Subject } from '#pwa/ui/picture/Subject.tsx'
import css from './CodeField.module.css'
import type { PromotionInUse } from './usePromotion.ts'

interface CodeFieldProps {
  ticket: TicketOnSale
  promotion: PromotionInUse
  /** What was chosen on the page, for the link back after a login. */
  carried: Choice
  /** Yen of what is chosen, and what is paid of them with the code; null: nothing is chosen yet. */
  sums: { price: number; paid: number } | null
  /** The code is not good for the chosen type. */
  isOther: boolean
}

/** 「コードをお持ちの方」: folds open for a code, and shows what it takes off. */
export function CodeField({ ticket, promotion, carried, sums, isOther }: CodeFieldProps) {
  const { code, typed, error, busy, isMember, isBrought } = promotion
  const [isLogin, setIsLogin] = useState(false)
  const { pathname } = useLocation()
  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    promotion.submit()
    if (!isMember && typed.trim() !== '') setIsLogin(true)
  }
  if (code)
    return (
      <div className={css.used} role="status">
        <p className="small">
          <b>{discountLabel(code)}</b>のコード <span className="num">{code.code}</span>
          {code.presale && discountLabel(code) !== '先行' && '（先行）'}
        </p>
        {isOther ? (
          <p className="small">{CODE_OTHER_TYPE}</p>
        ) : (
          sums &&
          sums.paid !== sums.price && (
            <p className="small">
              価格 {yen(sums.price)} − 割引 {yen(sums.price - sums.paid)} ＝ お支払い{' '}
              <b>{formatPrice(sums.paid)}</b>
            </p>
          )
        )}
        <Button variant="quiet" size="s" onClick={promotion.remove}>
          コードを外す
        </Button>
      </div>
    )
  return (
    <details className="fold" open={isBrought}>
      <summary>コードをお持ちの方</summary>
      <form className={css.form} method="dialog" onSubmit={submit} noValidate>
        <TextInput
          label="コード"
          require
          hint="招待・割引・先行のコードです。大文字と小文字、ハイフンの違いは問いません"
          name="promotion_code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed}
          onChange={promotion.type}
          error={error}
        />
        <Button type="submit" variant="secondary" wide busy={busy}>
          {isMember ? 'コードを使う' : 'ログインしてコードを使う'}
        </Button>
      </form>
      {!isMember && (
        <LoginSheet
          open={isLogin}
          onClose={() => setIsLogin(false)}
          what="コードを使う"
          path={choicePath(pathname, carried)}
        >
          <Subject {...subjectOf(ticket)} />
          <p className="small">コードを使うには、ログインが必要です。入力したコードは残ります。</p>
        </LoginSheet>
      )}
    </details>
  )
}
