import type { ComponentProps } from 'react'
import { PasswordInput } from '#pwa/ui/forms/PasswordInput.tsx'

type CurrentPasswordProps = Partial<ComponentProps<typeof PasswordInput>> &
  Pick<ComponentProps<typeof PasswordInput>, 'value' | 'onChange'>

/** The input for the current password. */
export const CurrentPassword = (props: CurrentPasswordProps) => (
  <PasswordInput
    label="パスワード"
    require
    name="password"
    autoComplete="current-password"
    {...props}
  />
)
