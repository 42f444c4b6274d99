import { Link } from 'react-router-dom'
import { DISPLAY_NAME_MAX } from '#contract/shared/limits.ts'
import type { useForm } from '#pwa/lib/forms/form.ts'
import { paths } from '#pwa/lib/paths.ts'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { Toggle } from '#pwa/ui/forms/Toggle.tsx'
import { NameInput } from './NameInput.tsx'
import { useHandle } from './useHandle.ts'

/** The values of the part of a sign-up that names the person. */
export interface NamingValues {
  display_name: string
  name: string
  terms: boolean
}

export const EMPTY_NAMING: NamingValues = { display_name: '', name: '', terms: false }

/** The part of a request with these values. */
export const toNaming = ({ display_name, name, terms }: NamingValues) => ({
  display_name,
  name,
  // The server refuses `false`, with a message.
  terms: terms as true,
})

/** Only what the fields use, as the form may have more values. */
interface NamingForm extends Pick<ReturnType<typeof useForm<NamingValues, unknown>>, 'errorOf'> {
  values: NamingValues
  set: (change: Partial<NamingValues>) => void
}

/** Display name and handle, which is proposed and checked while it is typed. */
export function NamingFields({ form }: { form: NamingForm }) {
  const { values } = form
  const handle = useHandle(values, form.set)
  return (
    <>
      <TextInput
        label="表示名"
        name="display_name"
        hint="ルームやトークで、ほかの方に見える名前です"
        require
        autoComplete="nickname"
        maxLength={DISPLAY_NAME_MAX}
        value={values.display_name}
        onChange={(display_name) => form.set({ display_name })}
        error={form.errorOf('display_name')}
      />
      <NameInput
        // The username of the new password is the address.
        autoComplete="off"
        label="ユーザー名"
        hint={
          <>
            ページのURLになります。半角の英小文字・数字・_ が使えます
            <span role="status">
              {handle.isFree && (
                <>
                  <br />「{values.name}」は使えます
                </>
              )}
            </span>
          </>
        }
        value={values.name}
        onChange={(name) => form.set({ name })}
        error={form.errorOf('name') ?? handle.error}
      />
    </>
  )
}

/** The consent to terms and privacy policy. */
export const SiteTerms = ({ form }: { form: NamingForm }) => (
  <Toggle
    label={
      <>
        <Link className="link" to={paths.terms} target="_blank">
          利用規約
        </Link>
        と
        <Link className="link" to={paths.privacy} target="_blank">
          プライバシーポリシー
        </Link>
        に同意します
      </>
    }
    checked={form.values.terms}
    onChange={(terms) => form.set({ terms })}
    error={form.errorOf('terms')}
  />
)
