"""Tables, rights and procedures of a team's memory in PostgreSQL.

    codegraph_memory.events       the log: append-only, one order for all readers
    codegraph_memory.members      who may read, write and own a namespace
    codegraph_memory.homes        the home folders that write, each bound to one login
    codegraph_memory.erased       the memories that were erased
    codegraph_memory.meta         version of this schema, identity of this database

A login has the rights of its rows in `members` and no others. Its name is that of the session, which no `SET ROLE`
changes. Positions are given under one lock, so they grow in the order of commits: whoever has read up to a position
has missed nothing before it.
"""

from __future__ import annotations

from typing import Final

SCHEMA: Final = "codegraph_memory"
SCHEMA_VERSION: Final = 1
OLDEST_SERVER: Final = 130_000
"""Version of PostgreSQL, as the server numbers it."""

CREATE_LOCK: Final = 0x63676D65
EVENT_LOCK: Final = 0x63676D66
"""Advisory locks: of making the schema, and of appending to the log."""

SETUP: Final = f"""
CREATE SCHEMA {SCHEMA};
SET LOCAL search_path = {SCHEMA}, pg_temp;

CREATE TABLE meta(key text PRIMARY KEY, value text NOT NULL);
INSERT INTO meta VALUES ('schema', '{SCHEMA_VERSION}'), ('id', replace(gen_random_uuid()::text, '-', ''));

CREATE TABLE members(
    namespace text NOT NULL, member name NOT NULL, role text NOT NULL CHECK (role IN ('reader', 'writer', 'owner')),
    PRIMARY KEY (namespace, member));
CREATE INDEX members_member ON members(member);

CREATE TABLE homes(
    home text PRIMARY KEY, member name NOT NULL, ordinal bigint GENERATED ALWAYS AS IDENTITY,
    seen_at timestamptz NOT NULL);

CREATE SEQUENCE positions;
CREATE TABLE events(
    position bigint PRIMARY KEY, namespace text NOT NULL, home text NOT NULL REFERENCES homes(home),
    number bigint NOT NULL, member name NOT NULL, received_at timestamptz NOT NULL, at bigint NOT NULL,
    kind text NOT NULL, subject text NOT NULL, operation text NOT NULL, actor text NOT NULL,
    payload json, digest text NOT NULL, UNIQUE (home, number));
CREATE INDEX events_namespace ON events(namespace, position);
CREATE INDEX events_subject ON events(namespace, subject);

CREATE TABLE erased(namespace text NOT NULL, memory text NOT NULL, PRIMARY KEY (namespace, memory));

CREATE FUNCTION list_namespaces(wanted text[]) RETURNS text[] LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path = {SCHEMA}, pg_temp AS $$
    SELECT coalesce(array_agg(namespace), '{{}}') FROM members WHERE member = session_user AND role = ANY (wanted) $$;

CREATE FUNCTION number_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = {SCHEMA}, pg_temp AS $$
BEGIN
    PERFORM pg_advisory_xact_lock({EVENT_LOCK});
    IF NOT EXISTS (SELECT 1 FROM homes WHERE home = NEW.home AND member = session_user) THEN
        RAISE EXCEPTION 'home % is not one of %', NEW.home, session_user USING ERRCODE = '42501';
    END IF;
    NEW.position := nextval('positions');
    NEW.member := session_user;
    NEW.received_at := clock_timestamp();
    IF EXISTS (SELECT 1 FROM erased e WHERE e.namespace = NEW.namespace AND e.memory = NEW.subject)
        AND NEW.kind <> 'MemoryErased' THEN
        NEW.payload := NULL;
        NEW.digest := '';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER events_are_numbered BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION number_event();

CREATE FUNCTION keep_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        IF NEW.payload IS NULL AND NEW.digest = '' AND (NEW.position, NEW.namespace, NEW.home, NEW.number, NEW.member,
            NEW.received_at, NEW.at, NEW.kind, NEW.subject, NEW.operation, NEW.actor) = (OLD.position, OLD.namespace,
            OLD.home, OLD.number, OLD.member, OLD.received_at, OLD.at, OLD.kind, OLD.subject, OLD.operation, OLD.actor)
        THEN
            RETURN NEW;
        END IF;
    END IF;
    RAISE EXCEPTION 'events are append-only' USING ERRCODE = '55000';
END $$;
CREATE TRIGGER events_are_final BEFORE UPDATE OR DELETE ON events FOR EACH ROW EXECUTE FUNCTION keep_event();
CREATE TRIGGER events_are_kept BEFORE TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION keep_event();

CREATE FUNCTION enroll_home(wanted text) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = {SCHEMA}, pg_temp AS $$
DECLARE found homes;
BEGIN
    INSERT INTO homes(home, member, seen_at) VALUES (wanted, session_user, clock_timestamp())
        ON CONFLICT (home) DO UPDATE SET seen_at = clock_timestamp() WHERE homes.member = session_user;
    SELECT * INTO found FROM homes WHERE home = wanted AND member = session_user;
    RETURN found.ordinal;
END $$;

CREATE FUNCTION claim_namespace(wanted text) RETURNS text LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = {SCHEMA}, pg_temp AS $$
BEGIN
    PERFORM pg_advisory_xact_lock({EVENT_LOCK});
    INSERT INTO members SELECT wanted, session_user, 'owner'
        WHERE NOT EXISTS (SELECT 1 FROM members WHERE namespace = wanted);
    RETURN (SELECT role FROM members WHERE namespace = wanted AND member = session_user);
END $$;

CREATE FUNCTION set_role_of(wanted text, whom text, given text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = {SCHEMA}, pg_temp AS $$
BEGIN
    PERFORM pg_advisory_xact_lock({EVENT_LOCK});
    IF NOT wanted = ANY (list_namespaces('{{owner}}')) THEN
        RAISE EXCEPTION '% does not own namespace %', session_user, wanted USING ERRCODE = '42501';
    END IF;
    IF given = '' THEN
        DELETE FROM members WHERE namespace = wanted AND member = whom;
    ELSE
        IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = whom) THEN
            RAISE EXCEPTION 'there is no login %', whom USING ERRCODE = '42704';
        END IF;
        INSERT INTO members VALUES (wanted, whom, given) ON CONFLICT (namespace, member) DO UPDATE SET role = given;
    END IF;
    IF NOT EXISTS (SELECT 1 FROM members WHERE namespace = wanted AND role = 'owner') THEN
        RAISE EXCEPTION 'namespace % would have no owner', wanted USING ERRCODE = '55000';
    END IF;
END $$;

CREATE FUNCTION erase_memory(
    wanted text, of_home text, of_number bigint, whom text, happened bigint, token text, teller text, content json,
    content_digest text) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = {SCHEMA}, pg_temp AS $$
DECLARE place bigint;
BEGIN
    PERFORM pg_advisory_xact_lock({EVENT_LOCK});
    IF NOT wanted = ANY (list_namespaces('{{owner}}')) AND NOT (wanted = ANY (list_namespaces('{{writer}}'))
        AND NOT EXISTS (SELECT 1 FROM events WHERE namespace = wanted AND subject = whom AND kind = 'MemoryStored'
            AND member <> session_user)) THEN
        RAISE EXCEPTION '% may not erase % in namespace %', session_user, whom, wanted USING ERRCODE = '42501';
    END IF;
    UPDATE events SET payload = NULL, digest = '' WHERE namespace = wanted AND payload IS NOT NULL
        AND kind <> 'MemoryErased' AND (subject = whom
            OR (kind IN ('MemoryLinked', 'MemoryUnlinked') AND strpos(payload::text, whom) > 0));
    INSERT INTO erased VALUES (wanted, whom) ON CONFLICT DO NOTHING;
    INSERT INTO events(namespace, home, number, at, kind, subject, operation, actor, payload, digest)
        VALUES (wanted, of_home, of_number, happened, 'MemoryErased', whom, token, teller, content, content_digest)
        ON CONFLICT (home, number) DO NOTHING;
    SELECT position INTO place FROM events WHERE home = of_home AND number = of_number;
    RETURN place;
END $$;

ALTER TABLE events ENABLE ROW LEVEL SECURITY;
ALTER TABLE members ENABLE ROW LEVEL SECURITY;
ALTER TABLE erased ENABLE ROW LEVEL SECURITY;
CREATE POLICY events_are_read ON events FOR SELECT
    USING (namespace = ANY ((SELECT list_namespaces('{{reader,writer,owner}}'))::text[]));
CREATE POLICY events_are_written ON events FOR INSERT
    WITH CHECK (namespace = ANY ((SELECT list_namespaces('{{writer,owner}}'))::text[]) AND kind <> 'MemoryErased');
CREATE POLICY members_are_read ON members FOR SELECT
    USING (namespace = ANY ((SELECT list_namespaces('{{reader,writer,owner}}'))::text[]));

REVOKE ALL ON ALL TABLES IN SCHEMA {SCHEMA} FROM PUBLIC;
GRANT USAGE ON SCHEMA {SCHEMA} TO PUBLIC;
GRANT SELECT ON meta, members TO PUBLIC;
GRANT SELECT, INSERT ON events TO PUBLIC;
"""
