import { useState } from 'react'
import { type PaymentCard, payments } from '#contract/payments/calls.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { useSession } from '#pwa/lib/api/session.tsx'
import { ConfirmDialog } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import { MenuButton } from '#pwa/ui/overlay/MenuButton.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { brandName } from './brands.ts'

/** Actions on a saved card: make it the main one, or delete it. */
export function CardMenu({ card }: { card: PaymentCard }) {
  const session = useSession()
  const refresh = [payments.listCards]
  const first = useSend(payments.setMainCard, { refresh })
  const deletion = useSend(payments.deleteCard, { refresh })
  const [asking, setAsking] = useState(false)
  const name = `${brandName(card.brand)} •••• ${card.last4}`
  const input = { params: { id: card.id } }

  const makeFirst = () =>
    first.mutateAsync(input).then(
      () => session.reload(),
      (error: Error) => showToast(error.message),
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
        onConfirm={() => deletion.mutateAsync(input).then(() => session.reload())}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
