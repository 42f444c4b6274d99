import { NAME_MAX } from '#contract/auth/limits.ts'
import { TextInput, type TextInputProps } from '#pwa/ui/forms/TextInput.tsx'

/** The input for a handle. */
export const NameInput = (props: TextInputProps) => (
  <TextInput
    require
    name="name"
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={NAME_MAX}
    {...props}
  />
)
