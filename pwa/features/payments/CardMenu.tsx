import { useState } from 'react'
import { type Card, payments } from '#contract/payments.ts'
import { useSend } from '#pwa/lib/api.ts'
import { useSession } from '#pwa/lib/session.tsx'
import { ConfirmDialog } from '#pwa/ui/ConfirmDialog.tsx'
import { MenuButton } from '#pwa/ui/MenuButton.tsx'
import { showToast } from '#pwa/ui/toast.ts'
import { brandName } from './brands.ts'

/** What one can do with a saved card: pay with it first, or take it away. */
export function CardMenu({ card }: { card: Card }) {
  const session = useSession()
  const refresh = [payments.listCards]
  const first = useSend(payments.setMainCard, { refresh })
  const gone = useSend(payments.deleteCard, { refresh })
  const [asking, setAsking] = useState(false)
  const name = `${brandName(card.brand)} •••• ${card.last4}`
  const input = { params: { id: card.id } }

  const makeFirst = () =>
    first.mutateAsync(input).then(
      () => session.reload(),
      (error: Error) => showToast(error.message),
    )
  const remove = () =>
    gone.mutateAsync(input).then(
      () => session.reload(),
      () => undefined, // the dialog says why
    )
  return (
    <>
      <MenuButton
        label={`${name} の操作`}
        items={[
          ...(card.main ? [] : [{ label: 'メインにする', onClick: () => void makeFirst() }]),
          { label: '削除する', onClick: () => setAsking(true), danger: true },
        ]}
      />
      <ConfirmDialog
        open={asking}
        title="このカードを削除しますか？"
        text={`${name} は、次のお支払いから使えなくなります。参加中のルームの更新は、そのまま続きます。`}
        confirm="削除する"
        danger
        busy={gone.isPending}
        error={gone.error?.message ?? null}
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
