import { account, type User } from '#contract/account/calls.ts'
import { profile } from '#contract/profile/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { ABOUT_MAX, DISPLAY_NAME_MAX, LINKS_MAX } from '#contract/shared/limits.ts'
import { useCall } from '#pwa/lib/api/api.ts'
import { useSession } from '#pwa/lib/api/session.tsx'
import { faultIn, linksIn, linksText } from '#pwa/lib/forms/editing/link-drafts.ts'
import { useEditor } from '#pwa/lib/forms/editing/useEditor.ts'
import { paths } from '#pwa/lib/paths.ts'
import { useNavigateIfHere } from '#pwa/lib/useNavigateIfHere.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { ImageUpload } from '#pwa/ui/forms/ImageUpload.tsx'
import { LinksInput } from '#pwa/ui/forms/LinksInput.tsx'
import { TextArea } from '#pwa/ui/forms/TextArea.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { WritingForm } from '#pwa/ui/forms/WritingForm.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { PrivateFields } from './PrivateFields.tsx'
import { OPTIONAL_PROFILE_FIELDS, profileFormOf, savedProfile } from './profile-form.ts'

/** The queries that show a person's name or picture. */
const CHANGED = [
  account.getProfile,
  profile.listFollowers,
  profile.listFollowing,
  rooms.getRoom,
  rooms.listRooms,
]

/** The profile form: public fields in the order of the public page, then the private ones. */
export function ProfileEditor({ user }: { user: User }) {
  const call = useCall()
  const session = useSession()
  const navigateIfHere = useNavigateIfHere()
  const editor = useEditor({
    kind: 'profile',
    id: user.id,
    saved: savedProfile(user),
    optional: OPTIONAL_PROFILE_FIELDS,
    pictures: { icon: user.icon_image_path },
    send: (input) => call(account.changeProfile, { body: profileFormOf(input) }),
    stale: CHANGED,
    onDone(changed) {
      session.update(changed)
      showToast('保存しました')
      void navigateIfHere(paths.profile(changed.name))
    },
  })
  const { form } = editor
  const links = form.field('links')
  const rows = linksIn(links.value)
  return (
    <WritingForm
      {...editor.wiring}
      actions={
        <Button wide type="submit" busy={form.busy}>
          変更を保存する
        </Button>
      }
    >
      <ImageUpload
        label="アイコン画像"
        hint="丸く表示されます"
        shape="avatar"
        {...editor.picture('icon')}
      />
      <TextInput label="ユーザー名" disabled value={`@${user.name}`} onChange={() => {}} />
      <TextInput
        label="表示名"
        require
        autoComplete="nickname"
        maxCount={DISPLAY_NAME_MAX}
        {...form.field('display_name')}
      />
      <TextArea label="自己紹介" rows={5} maxCount={ABOUT_MAX} {...form.field('about')} />
      <LinksInput
        label="リンク"
        hint={`プロフィールに載せるサイトやSNSです（${LINKS_MAX.count}件まで）`}
        max={LINKS_MAX}
        value={rows}
        onChange={(next) => links.onChange(linksText(next))}
        error={links.error}
        fault={faultIn(rows, links.error)}
      />
      <PrivateFields form={form} />
    </WritingForm>
  )
}
