import { describe, expect, test } from 'vitest'
import { openShopForFile, type Person } from '#test/shop.ts'

const shop = await openShopForFile()
const [ada, grace] = await Promise.all([shop.signUp(), shop.signUp()])

const read = async (person: Person) =>
  (await shop.call('GET', `/api/profileInfo?email=${person.email}`, { token: person.token })).json
const save = (info: unknown, person = ada) =>
  shop.call('PUT', `/api/profile/${person.email}`, { token: person.token, body: { info } })
const info = {
  education: 'Mathematics',
  location: 'London',
  number: '004420',
  linkdin: 'https://linkedin.example/in/ada',
}

test('a profile begins empty, with the own email', async () => {
  expect(await read(grace)).toEqual({
    info: { education: '', location: '', number: '', linkdin: '', email: grace.email },
  })
})

test('what is saved is answered and read again, and nobody else’s profile is touched', async () => {
  const saved = await save(info)
  expect([saved.status, saved.json]).toEqual([200, { info: { ...info, email: ada.email } }])
  expect(await read(ada)).toEqual({ info: { ...info, email: ada.email } })
  expect((await read(grace)).info.education).toBe('')
})

test('saving again replaces everything, also by nothing', async () => {
  await save(info)
  await save({ location: 'Paris' })
  expect(await read(ada)).toEqual({
    info: { education: '', location: 'Paris', number: '', linkdin: '', email: ada.email },
  })
})

test('the email and whatever else is sent are ignored', async () => {
  const sent = { ...info, email: grace.email, role: 'admin', userId: 'x', name: 'Grace', _id: 'x' }
  const answer = await shop.call('PUT', `/api/profile/${ada.email.toUpperCase()}`, {
    token: ada.token,
    body: { info: sent, email: grace.email, role: 'admin' },
  })
  expect(answer.json).toEqual({ info: { ...info, email: ada.email } })
  expect((await read(grace)).info.education).toBe('')
  expect((await shop.call('GET', `/api/admin/${ada.email}`, { token: ada.token })).json).toEqual({
    admin: false,
  })
})

test('two saves at once leave one of the two, whole', async () => {
  const versions = Array.from({ length: 6 }, (_, index) => ({
    education: `education ${index}`,
    location: `location ${index}`,
  }))
  const answers = await Promise.all(versions.map((version) => save(version, grace)))
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
  const { education, location } = (await read(grace)).info
  expect(versions).toContainEqual({ education, location })
})

describe('accepts', () => {
  test.each([
    ['a number as JSON', { number: 4420 }, { number: '4420' }],
    ['zeros in front', { number: '0044' }],
    ['twenty digits', { number: '12345678901234567890' }],
    ['no number', { number: '' }],
    ['spaces around', { number: ' 1 ', linkdin: ' x ' }, { number: '1', linkdin: 'x' }],
    ['an address without a scheme', { linkdin: 'linkedin.example/in/ada' }],
    ['an http address', { linkdin: 'http://linkedin.example/in/ada' }],
    ['any writing', { education: 'Ⅻ 数学 👩‍🔬', location: 'Zürich\nAltstadt' }],
    ['the longest texts', { education: 'e'.repeat(500), location: 'l'.repeat(500) }],
  ])('%s', async (_what, changes: object, kept: object = changes) => {
    const { status, text } = await save({ ...info, ...changes })
    expect(status, text).toBe(200)
    expect((await read(ada)).info).toEqual({ ...info, ...kept, email: ada.email })
  })
})

const said = (sentence: string | RegExp) =>
  typeof sentence === 'string' ? sentence : expect.stringMatching(sentence)

describe('refuses with a sentence at the field', () => {
  test.each([
    ['number', '12a', 'The phone number must be digits only'],
    ['number', '-5', 'The phone number must be digits only'],
    ['number', -5, 'The phone number must be digits only'],
    ['number', 1.5, 'The phone number must be digits only'],
    ['number', 1e21, 'The phone number must be digits only'],
    ['number', '1'.repeat(21), 'The phone number must be at most 20 digits'],
    ['number', true, 'The phone number must be digits only'],
    ['number', null, 'The phone number must be digits only'],
    ['linkdin', 'javascript:alert(1)', 'Enter a link that starts with http:// or https://'],
    ['linkdin', ' JavaScript:alert(1)', 'Enter a link that starts with http:// or https://'],
    ['linkdin', 'data:text/html,x', 'Enter a link that starts with http:// or https://'],
    ['linkdin', 'vbscript:x', 'Enter a link that starts with http:// or https://'],
    ['linkdin', `https://a.example/${'a'.repeat(300)}`, /at most 300/],
    ['linkdin', 5, 'The LinkedIn link must be text'],
    ['education', 'e'.repeat(501), /at most 500/],
    ['education', 'a\0', /cannot be stored/],
    ['location', '\udfff', /cannot be stored/],
    ['location', {}, 'The location must be text'],
  ])('%s = %j', async (field, value, sentence) => {
    await save(info)
    const { status, json } = await save({ ...info, education: 'changed', [field]: value })
    expect(status).toBe(400)
    expect(json).toEqual({ success: false, error: said(sentence), field })
    expect((await read(ada)).info).toEqual({ ...info, email: ada.email })
  })

  test.each([undefined, null, 'x', []])('info = %j', async (value) => {
    const { status, json } = await save(value)
    expect([status, json.field]).toEqual([400, 'info'])
  })
})
