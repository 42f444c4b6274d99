import type { Room } from '#contract/rooms/calls.ts'
import { GENRE_IDS, GENRES } from '#contract/rooms/genres.ts'
import { ROOM_MAX } from '#contract/rooms/limits.ts'
import { LINKS_MAX } from '#contract/shared/limits.ts'
import { faultIn, linksIn, linksText } from '#pwa/lib/forms/editing/link-drafts.ts'
import type { Editor } from '#pwa/lib/forms/editing/useEditor.ts'
import { ImageUpload } from '#pwa/ui/forms/ImageUpload.tsx'
import { LinksInput } from '#pwa/ui/forms/LinksInput.tsx'
import { PriceInput } from '#pwa/ui/forms/PriceInput.tsx'
import { Select } from '#pwa/ui/forms/Select.tsx'
import { TextArea } from '#pwa/ui/forms/TextArea.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { TagsField } from '../TagsField.tsx'
import { MonthlyFacts } from './MonthlyFacts.tsx'
import type { RoomValues } from './room-form.ts'

const GENRE_OPTIONS = [
  { value: '', label: '選ばない' },
  ...GENRE_IDS.map((value) => ({ value, label: GENRES[value] })),
] as const

interface RoomFieldsProps {
  editor: Editor<RoomValues, 'header_image' | 'icon_image', Room>
  room: Room | null
}

/** The fields of a room: pictures, name, text, price, links. */
export function RoomFields({ editor, room }: RoomFieldsProps) {
  const { form } = editor
  const { field } = form
  const menus = field('room_menus')
  const links = linksIn(menus.value)
  return (
    <>
      <ImageUpload
        label="ヘッダー画像"
        hint="ルームのいちばん上に、横長に表示されます"
        {...editor.picture('header_image')}
      />
      <ImageUpload
        label="アイコン画像"
        hint="一覧に、窓の形で表示されます"
        shape="arch"
        {...editor.picture('icon_image')}
      />
      <TextInput label="ルーム名" require maxCount={ROOM_MAX.title} {...field('title')} />
      <TextArea
        label="説明"
        rows={6}
        maxCount={ROOM_MAX.about}
        hint="どんなルームか、何が楽しめるかを書きます。はじめの段落は、ルームの上にも表示されます"
        {...field('about')}
      />
      <Select
        label="ジャンル"
        hint="さがす画面で、同じジャンルのルームとならびます"
        options={GENRE_OPTIONS}
        {...field('genre')}
      />
      <TagsField {...field('tags')} />
      <PriceInput label="参加費（月額・税込）" require {...field('amount')} hint="無料のときは0" />
      <MonthlyFacts amount={Number(editor.edited.amount)} room={room} />
      <LinksInput
        label="リンク"
        hint={`ルームに載せるサイトやSNSです（${LINKS_MAX.count}件まで）`}
        max={LINKS_MAX}
        value={links}
        onChange={(next) => menus.onChange(linksText(next))}
        error={menus.error}
        fault={faultIn(links, menus.error)}
      />
    </>
  )
}
