import { createHash } from 'node:crypto'

export interface Script {
  readonly text: string
  readonly sha: string
}

const script = (text: string): Script => ({ text, sha: createHash('sha1').update(text).digest('hex') })

const VALUE_AT = `
local function valueAt(stored, now)
  if not stored then return nil end
  local bar = string.find(stored, '|', 1, true)
  if bar > 1 and tonumber(string.sub(stored, 1, bar - 1)) <= now then return nil end
  return string.sub(stored, bar + 1)
end
`

/**
 * KEYS: what is checked, set and deleted, in this order, and then the set of what expires.
 * ARGV: the time, the length of the prefix of keys, three counts; for each check whether the key exists, and its value;
 * for each key to set its stamped value, its time or '', its list or ''; for each key to delete its list or ''.
 */
export const COMMIT = script(`${VALUE_AT}
local now, skipped = tonumber(ARGV[1]), tonumber(ARGV[2])
local checks, sets, dels = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local expiring = KEYS[#KEYS]
local at = 6
for n = 1, checks do
  local value = valueAt(redis.call('GET', KEYS[n]), now)
  if ARGV[at] == '0' then
    if value then return 0 end
  elseif value ~= ARGV[at + 1] then return 0 end
  at = at + 2
end
for n = checks + 1, checks + sets do
  local member = string.sub(KEYS[n], skipped + 1)
  redis.call('SET', KEYS[n], ARGV[at])
  if ARGV[at + 1] == '' then redis.call('ZREM', expiring, member)
  else redis.call('ZADD', expiring, ARGV[at + 1], member) end
  if ARGV[at + 2] ~= '' then redis.call('ZADD', ARGV[at + 2], 0, member) end
  at = at + 3
end
for n = checks + sets + 1, checks + sets + dels do
  local member = string.sub(KEYS[n], skipped + 1)
  redis.call('DEL', KEYS[n])
  redis.call('ZREM', expiring, member)
  if ARGV[at] ~= '' then redis.call('ZREM', ARGV[at], member) end
  at = at + 1
end
return 1
`)

/** KEYS: the list. ARGV: the time, the prefix of keys, first and last of the range, the limit. */
export const LIST_RANGE = script(`${VALUE_AT}
local now, limit, from, found = tonumber(ARGV[1]), tonumber(ARGV[5]), ARGV[3], {}
while #found < 2 * limit do
  local size = math.min(1000, math.max(50, limit - #found / 2))
  local members = redis.call('ZRANGEBYLEX', KEYS[1], from, ARGV[4], 'LIMIT', 0, size)
  if #members == 0 then break end
  local keys = {}
  for n, member in ipairs(members) do keys[n] = ARGV[2] .. member end
  local values = redis.call('MGET', unpack(keys))
  for n, member in ipairs(members) do
    local value = valueAt(values[n], now)
    if value and #found < 2 * limit then
      found[#found + 1] = member
      found[#found + 1] = value
    end
  end
  if #members < size then break end
  from = '(' .. members[#members]
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
