import { createHash } from 'node:crypto'
import { LISTED_FAMILIES } from '../keys.ts'
import { EMPTIED, EMPTIED_CODE, ENTRY, EXPIRING, LAYOUT, LIST } from './layout.ts'

export interface Script {
  readonly text: string
  readonly sha: string
}

const script = (text: string): Script => ({ text, sha: createHash('sha1').update(text).digest('hex') })

/** ARGV[1]: what the server found in the layout when it started. Another server may have begun anew since then. */
const REQUIRE_DATA = `
if redis.call('GET', '${LAYOUT}') ~= ARGV[1] then return redis.error_reply('${EMPTIED_CODE} ${EMPTIED}') end
`

const VALUE_AT = `
local function valueAt(stored, now)
  if not stored then return nil end
  local bar = string.find(stored, '|', 1, true)
  if bar > 1 and tonumber(string.sub(stored, 1, bar - 1)) <= now then return nil end
  return string.sub(stored, bar + 1)
end
`

/**
 * Decides commits one after the other, each on what the one before it has left, and then writes what has changed: few
 * commands for any number of commits. The first command that writes fails if the server can take no writes, and then
 * nothing is written.
 *
 * ARGV: the layout; the time; for each commit its numbers of checks, sets and deletions, then key, whether it exists, and value of each
 * check, key and stamped value of each set, and each deleted key.
 * Returns a character for each commit: 1 if it was written.
 */
export const COMMITS = script(`${REQUIRE_DATA}${VALUE_AT}
local now, at = tonumber(ARGV[2]), 3
local listed = {${LISTED_FAMILIES.map((family) => `['${family}']=true`).join(',')}}
local stored, changed, outcomes = {}, {}, {}

local function storedAt(key)
  if stored[key] == nil then stored[key] = redis.call('GET', '${ENTRY}' .. key) end
  return stored[key]
end

local function holds(first, count)
  for n = first, first + 3 * (count - 1), 3 do
    local value = valueAt(storedAt(ARGV[n]), now)
    if ARGV[n + 1] == '0' then
      if value then return false end
    elseif value ~= ARGV[n + 2] then return false end
  end
  return true
end

while at <= #ARGV do
  local checks, sets, dels = tonumber(ARGV[at]), tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2])
  local firstSet = at + 3 + 3 * checks
  local firstDel = firstSet + 2 * sets
  if holds(at + 3, checks) then
    for n = firstSet, firstDel - 1, 2 do
      stored[ARGV[n]], changed[ARGV[n]] = ARGV[n + 1], true
    end
    for n = firstDel, firstDel + dels - 1 do
      stored[ARGV[n]], changed[ARGV[n]] = false, true
    end
    outcomes[#outcomes + 1] = '1'
  else outcomes[#outcomes + 1] = '0' end
  at = firstDel + dels
end

local set, deleted, expiring, lasting, added, removed = {}, {}, {}, {}, {}, {}
local function add(items, first, second)
  items[#items + 1] = first
  if second then items[#items + 1] = second end
end
local function addToList(lists, key, first, second)
  local family = string.match(key, '^[^/]*/')
  if not listed[family] then return end
  lists[family] = lists[family] or {}
  add(lists[family], first, second)
end
for key in pairs(changed) do
  local value = stored[key]
  if value then
    add(set, '${ENTRY}' .. key, value)
    local bar = string.find(value, '|', 1, true)
    if bar > 1 then add(expiring, string.sub(value, 1, bar - 1), key) else add(lasting, key) end
    addToList(added, key, 0, key)
  else
    add(deleted, '${ENTRY}' .. key)
    add(lasting, key)
    addToList(removed, key, key)
  end
end

-- Lua passes at most 8,000 values to a function.
local function inSteps(items, call)
  for n = 1, #items, 1000 do call(unpack(items, n, math.min(n + 999, #items))) end
end
inSteps(set, function(...) redis.call('MSET', ...) end)
inSteps(deleted, function(...) redis.call('DEL', ...) end)
inSteps(expiring, function(...) redis.call('ZADD', '${EXPIRING}', ...) end)
inSteps(lasting, function(...) redis.call('ZREM', '${EXPIRING}', ...) end)
for family, items in pairs(added) do
  inSteps(items, function(...) redis.call('ZADD', '${LIST}' .. family, ...) end)
end
for family, items in pairs(removed) do
  inSteps(items, function(...) redis.call('ZREM', '${LIST}' .. family, ...) end)
end
return table.concat(outcomes)
`)

/** KEYS: the list. ARGV: the layout, the time, the prefix of keys, first and last of the range, the limit. */
export const LIST_RANGE = script(`${REQUIRE_DATA}${VALUE_AT}
local now, limit, from, found = tonumber(ARGV[2]), tonumber(ARGV[6]), ARGV[4], {}
local least = 1
while #found < 2 * limit do
  local size = math.min(1000, math.max(least, limit - #found / 2))
  local members = redis.call('ZRANGEBYLEX', KEYS[1], from, ARGV[5], 'LIMIT', 0, size)
  if #members == 0 then break end
  local keys = {}
  for n, member in ipairs(members) do keys[n] = ARGV[3] .. member end
  local values = redis.call('MGET', unpack(keys))
  for n, member in ipairs(members) do
    local value = valueAt(values[n], now)
    if value and #found < 2 * limit then
      found[#found + 1] = member
      found[#found + 1] = value
    end
  end
  if #members < size then break end
  -- Some have expired, so more may have.
  from, least = '(' .. members[#members], 50
end
return found
`)

/** KEYS: the set of what expires. ARGV: the time, the limit, the prefixes of keys and of lists. */
export const SWEEP = script(`
local members = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[2])
for _, member in ipairs(members) do
  redis.call('DEL', ARGV[3] .. member)
  redis.call('ZREM', KEYS[1], member)
  local family = string.match(member, '^[^/]*/')
  if family then redis.call('ZREM', ARGV[4] .. family, member) end
end
return #members
`)
