import { useId, useState } from 'react'
import { BirthdayInput } from '../forms/BirthdayInput.tsx'
import { DateInput } from '../forms/DateInput.tsx'
import { DateTimeInput } from '../forms/DateTimeInput.tsx'
import { Finder } from '../forms/Finder.tsx'
import { ImageUpload } from '../forms/ImageUpload.tsx'
import { PasswordInput } from '../forms/PasswordInput.tsx'
import { PriceInput } from '../forms/PriceInput.tsx'
import { RadioGroup } from '../forms/RadioGroup.tsx'
import { SearchInput } from '../forms/SearchInput.tsx'
import { Select } from '../forms/Select.tsx'
import { TagsInput } from '../forms/TagsInput.tsx'
import { TextArea } from '../forms/TextArea.tsx'
import { TextInput } from '../forms/TextInput.tsx'
import { Toggle } from '../forms/Toggle.tsx'
import { Shown } from './Shown.tsx'
import { stars } from './samples.ts'

export const Forms = () => (
  <>
    <Texts />
    <Search />
    <Choices />
    <Toggles />
    <Pictures />
  </>
)

const long = '眠れない夜にみんなで読みたい短いお話をあつめる長いスレッドです'

function Texts() {
  const [name, setName] = useState('佐藤 千尋')
  const [about, setAbout] = useState('')
  const [title, setTitle] = useState(long)
  const [password, setPassword] = useState('yofukashi')
  const [text, setText] = useState('')
  const [tags, setTags] = useState(['朗読', '夜ふかし'])
  return (
    <Shown name="入力">
      <TextInput label="表示名" require cancel value={name} onChange={setName} autoComplete="off" />
      <TextInput
        label="自己紹介"
        hint="プロフィールに表示されます"
        placeholder="好きなものや、活動している町など"
        value={about}
        onChange={setAbout}
      />
      <TextInput
        label="タイトル"
        require
        maxLength={31}
        maxCount={30}
        error={title.length > 30 ? 'タイトルは30桁以下でなければなりません' : null}
        value={title}
        onChange={setTitle}
      />
      <TextInput label="メールアドレス" disabled value="chihiro@example.jp" onChange={setName} />
      <TextInput label="ルームのURL" readOnly value="https://example.jp/mio" onChange={setName} />
      <PasswordInput
        label="パスワード"
        hint="8文字以上"
        require
        autoComplete="off"
        value={password}
        onChange={setPassword}
      />
      <TagsInput
        label="タグ"
        max={3}
        parse={(typed) => [...new Set(typed.split(' ').filter(Boolean))]}
        value={tags}
        onChange={setTags}
      />
      <TextArea label="本文" require maxCount={200} value={text} onChange={setText} />
    </Shown>
  )
}

function Search() {
  const [search, setSearch] = useState('朗読')
  return (
    <Shown name="さがす">
      <SearchInput
        name="search"
        label="さがす"
        placeholder="何をおさがしですか？"
        value={search}
        onChange={setSearch}
      />
      <Finder
        label="メンバーをさがす"
        placeholder="名前でさがす"
        max={100}
        search=""
        chosen=""
        choices={[
          { value: '', label: 'すべて' },
          { value: 'active', label: '参加中' },
          { value: 'past_due', label: 'お支払い待ち' },
        ]}
      />
    </Shown>
  )
}

const genders = [
  { value: 1, label: '男性' },
  { value: 2, label: '女性' },
  { value: 9, label: 'どちらでもない' },
]

function Choices() {
  const [yen, setYen] = useState('1980')
  const [gender, setGender] = useState<number | null>(2)
  const [kind, setKind] = useState('')
  const [day, setDay] = useState('2026-11-27')
  const [start, setStart] = useState('2026-11-27T20:00')
  const [birthday, setBirthday] = useState({ year: '1990', month: '4', day: '' })
  return (
    <Shown name="えらぶ・数・日">
      <PriceInput
        label="月額"
        hint="0円で無料のルームになります"
        require
        value={yen}
        onChange={setYen}
      />
      <RadioGroup
        name={useId()}
        label="性別"
        value={gender}
        onChange={setGender}
        options={genders}
      />
      <Select
        label="種類"
        require
        error={kind === '' ? '種類をえらんでください。' : null}
        value={kind}
        onChange={setKind}
        options={[
          { value: '', label: 'えらんでください' },
          { value: 'bug', label: '不具合' },
          { value: 'wish', label: 'ご要望' },
        ]}
      />
      <DateInput label="公開日" require value={day} onChange={setDay} />
      <DateTimeInput label="開始日時" require value={start} onChange={setStart} />
      <BirthdayInput
        label="生年月日"
        require
        error={birthday.day === '' ? '日を入力してください。' : null}
        value={birthday}
        onChange={setBirthday}
      />
    </Shown>
  )
}

function Toggles() {
  const [live, setLive] = useState(true)
  const [agreed, setAgreed] = useState(false)
  return (
    <Shown name="切りかえ">
      <Toggle label="配信が始まったら知らせる" checked={live} onChange={setLive} />
      <Toggle
        label={
          <>
            <a className="link" href="#terms">
              利用規約（サービス条項）
            </a>
            に同意する
          </>
        }
        error={agreed ? null : 'サービス条項に同意した上、登録してください'}
        checked={agreed}
        onChange={setAgreed}
      />
      <Toggle label="夜間の通知" hint="変更できません" checked disabled onChange={setLive} />
    </Shown>
  )
}

function Pictures() {
  const [front, setFront] = useState<File | string | null>(null)
  const [cover, setCover] = useState<File | string | null>(stars)
  return (
    <Shown name="画像">
      <ImageUpload
        label="本人確認書類（表面）"
        hint="四隅まで写るように撮ってください"
        require
        shape="card"
        prompt="表面の画像を選ぶ"
        value={front}
        onChange={setFront}
      />
      <ImageUpload label="サムネイル" value={cover} onChange={setCover} />
      <ImageUpload
        label="ルームの窓"
        shape="arch"
        error="画像を選んでください。"
        value={front}
        onChange={setFront}
      />
    </Shown>
  )
}
