import { useQueryClient } from '@tanstack/react-query'
import { orders } from '#contract/orders/calls.ts'
import { ADDRESSEE_MAX } from '#contract/orders/limits.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { useForm } from '#pwa/lib/forms/form.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { PAPER } from './PaperDialog.tsx'

/** Chooses the addressee of a payment's receipt, which is possible once. */
export function AddresseeForm({ id }: { id: string }) {
  const name = useSend(orders.nameReceipt, { refresh: [orders.listPayments] })
  const client = useQueryClient()
  const form = useForm({
    initial: { addressee: '' },
    draft: { kind: 'addressee', id },
    send: (body) => name.mutateAsync({ params: { id }, body }),
    onDone() {
      showToast('宛名を決めました')
      return client.invalidateQueries({ queryKey: [PAPER] })
    },
  })
  return (
    <form className="stack" onSubmit={(event) => void form.submit(event)} noValidate>
      <FormProblem>{form.message}</FormProblem>
      <TextInput
        label="宛名を変える"
        hint="会社名など。決められるのは一度だけです。販売者の控えにも同じ宛名が載ります"
        autoComplete="organization"
        maxLength={ADDRESSEE_MAX}
        {...form.field('addressee')}
      />
      <Button
        type="submit"
        variant="secondary"
        wide
        busy={form.busy}
        disabled={form.values.addressee.trim() === ''}
      >
        この宛名に決める
      </Button>
    </form>
  )
}
