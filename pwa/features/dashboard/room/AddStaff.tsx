import { useQueryClient } from '@tanstack/react-query'
import { NAME_MAX } from '#contract/auth/limits.ts'
import { keysOf } from '#contract/lib/records.ts'
import { withSan } from '#contract/lib/with-san.ts'
import { rooms, type Staff } from '#contract/rooms/calls.ts'
import { keyOf, useCall } from '#pwa/lib/api/api.ts'
import { useForm } from '#pwa/lib/forms/form.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { RadioGroup } from '#pwa/ui/forms/RadioGroup.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { roles } from './staff-roles.ts'

const options = keysOf(roles).map((value) => ({ value, label: roles[value].label }))
interface Values {
  name: string
  role: Staff['role']
}
const initial: Values = { name: '', role: 'moderator' }

/** Adds a staff member to the room by their user name. */
export function AddStaff({ room, onClose }: { room: string; onClose: () => void }) {
  const call = useCall()
  const client = useQueryClient()
  const form = useForm({
    initial,
    draft: { kind: 'staff', id: room },
    send: (body: Values) => call(rooms.addStaff, { params: { id: room }, body }),
    async onDone({ display_name }) {
      await client.invalidateQueries({ queryKey: keyOf(rooms.listStaff) })
      showToast(`${withSan(display_name)}をスタッフに追加しました`)
      onClose()
    },
  })
  const { role } = form.values
  const nameError = form.errorOf('name')
  return (
    <Sheet open title="スタッフを追加" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(submitted) => void form.submit(submitted)}
        autoComplete="off"
        noValidate
      >
        <FormProblem>{!nameError && form.message}</FormProblem>
        <TextInput
          label="ユーザー名"
          require
          hint="プロフィールに表示されている、@で始まる名前です"
          placeholder="@"
          autoCapitalize="none"
          spellCheck={false}
          // One more for the @ that people may type before the name.
          maxLength={NAME_MAX + 1}
          {...form.field('name')}
          name="staff"
        />
        <RadioGroup
          label="役割"
          name="role"
          require
          hint={roles[role].note}
          value={role}
          onChange={(next) => form.set({ role: next })}
          options={options}
          error={form.errorOf('role')}
        />
        <Button wide type="submit" busy={form.busy}>
          追加する
        </Button>
      </form>
    </Sheet>
  )
}
