//! Answers match their OpenAPI description.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::client::Server;

/// Checks a value against a schema, with the keywords that the description uses.
fn check(value: &Value, schema: &Value, description: &Value) -> Result<(), String> {
    let wrong = |why: &str| Err(format!("{why}: {value} is not {schema}"));
    if let Some(reference) = schema["$ref"].as_str() {
        let target = description.pointer(&reference[1..]).ok_or("a reference leads nowhere")?;
        return check(value, target, description);
    }
    if let Some(choices) = schema["oneOf"].as_array() {
        let fits = |choice: &&Value| check(value, choice, description).is_ok();
        return match choices.iter().filter(fits).count() {
            1 => Ok(()),
            0 => wrong("no choice fits"),
            _ => wrong("several choices fit"),
        };
    }
    if schema.get("const").is_some_and(|constant| constant != value) {
        return wrong("const");
    }
    if schema["enum"].as_array().is_some_and(|values| !values.contains(value)) {
        return wrong("enum");
    }
    let types = match &schema["type"] {
        Value::String(one) => vec![one.as_str()],
        Value::Array(list) => list.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let is_type = |name: &&str| match *name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        _ => value.is_object(),
    };
    if !types.is_empty() && !types.iter().any(is_type) {
        return wrong("type");
    }
    for entry in value.as_array().into_iter().flatten() {
        check(entry, &schema["items"], description)?;
    }
    let Some(entries) = value.as_object() else {
        return Ok(());
    };
    for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        if !entries.contains_key(name) {
            return wrong(&format!("{name} is missing"));
        }
    }
    for (name, entry) in entries {
        match (schema["properties"].get(name), &schema["additionalProperties"]) {
            (Some(property), _) => check(entry, property, description)?,
            (None, Value::Bool(false)) => return wrong(&format!("{name} is not described")),
            (None, others) => check(entry, others, description)?,
        }
    }
    Ok(())
}

fn content<'a>(description: &'a Value, method: &str, path: &str, kind: &str) -> &'a Value {
    let responses = &description["paths"][path][method]["responses"];
    let response = responses.get("200").unwrap_or(&responses["201"]);
    let schema = &response["content"][kind]["schema"];
    assert!(schema.is_object(), "{path} is not described");
    schema
}

#[track_caller]
pub(super) fn is_described(description: &Value, method: &str, path: &str, answer: &Value) {
    let schema = content(description, method, path, "application/json");
    check(answer, schema, description).unwrap_or_else(|why| panic!("{path}: {why}"));
}

const AT: (&str, &str) = ("at", "7x7 moves d4 b3");

#[test]
fn answers_are_described() {
    let server = Server::start();
    let description = server.api("/openapi.json", &[]).fine();
    let over = ("at", "1x1 moves a1");
    for (path, query) in [
        ("/openapi.json", &[][..]),
        ("/status", &[]),
        ("/catalog", &[]),
        ("/position", &[AT]),
        ("/position", &[over]),
        ("/position", &[("at", "startpos")]),
        ("/position", &[("at", "4x4 moves a1 d4")]),
        ("/check", &[("agent", "engine")]),
        ("/check", &[("agent", "engin")]),
        ("/move", &[AT, ("depth", "2")]),
        ("/move", &[over]),
        ("/formula", &[AT, ("text", "n")]),
        ("/formula", &[over, ("text", "n")]),
        ("/formula", &[AT, ("text", "n +")]),
        ("/tree", &[AT, ("depth", "3")]),
        ("/tree", &[over]),
        ("/tree", &[AT, ("depth", "8")]),
        ("/puzzle", &[("board", "5x5"), ("seed", "1")]),
        ("/puzzle", &[("at", "7x7")]),
        ("/results", &[]),
        ("/jobs", &[]),
    ] {
        let answer = server.api(path, query);
        assert_eq!(answer.status, 200);
        is_described(&description, "get", path, &answer.json());
    }
    for text in ["7x7 moves d4", "nonsense", "[White \"me\"]\n[Board \"3x3\"]\n\n1. b2 a1 0-1\n"] {
        let answer = server.post("/api/v1/games", text.as_bytes()).json();
        is_described(&description, "post", "/games", &answer);
    }
    let problem = &description["components"]["schemas"]["Problem"];
    let answer = server.api("/move", &[AT, ("agent", "engine(dept=1)")]).json();
    check(&answer, problem, &description).expect("a problem");
}

#[test]
fn events_are_described() {
    let server = Server::start();
    let description = server.api("/openapi.json", &[]).fine();
    for (path, query) in [
        ("/analysis", &[AT, ("depth", "3")][..]),
        ("/analysis", &[AT, ("depth", "3"), ("multi", "3")]),
        ("/analysis", &[("at", "1x1 moves a1")]),
        ("/solution", &[("at", "5x5 moves c3 d5")]),
        ("/solution", &[("at", "7x7 moves d4")]),
        ("/review", &[("at", "5x5 moves c3 d5 b1")]),
        ("/evaluation", &[AT]),
    ] {
        let choices = &content(&description, "get", path, "text/event-stream")["oneOf"];
        for (name, data) in server.stream(path, query, "a").all() {
            let choices = choices.as_array().expect("a list");
            let choice =
                choices.iter().find(|choice| choice["properties"]["event"]["const"] == *name);
            let choice = choice.unwrap_or_else(|| panic!("{path}: {name}"));
            let schema = &choice["properties"]["data"]["contentSchema"];
            check(&data, schema, &description).unwrap_or_else(|why| panic!("{path} {name}: {why}"));
        }
    }
}

#[test]
fn results_are_described() {
    let server = Server::start();
    let description = server.api("/openapi.json", &[]).fine();
    let spec = json!({"games": 4, "board": "5x5", "nodes": 50, "oracle": 2, "sprt": [0.0, 20.0],
        "agents": ["random", {"name": "other", "agent": "greedy"}]});
    let order = json!({"kind": "tournament", "spec": spec}).to_string();
    let started = server.post("/api/v1/jobs", order.as_bytes());
    assert_eq!(started.status, 201);
    is_described(&description, "post", "/jobs", &started.json());
    let job = &description["components"]["schemas"]["Job"];
    for (_, state) in server.stream("/jobs/1/progress", &[], "a").all() {
        check(&state, job, &description).expect("a job");
    }
    let stopped = server.ask("DELETE", "/api/v1/jobs/1", "").json();
    is_described(&description, "delete", "/jobs/{id}", &stopped);
    let directory = server.out.path().to_str().expect("a plain name");
    let run = [("directory", directory), ("run", "1")];
    for (path, query) in [
        ("/results", &[][..]),
        ("/jobs", &[]),
        ("/report", &run),
        ("/stored-games", &[run[0], run[1], ("count", "3")]),
        ("/stored-game", &[run[0], run[1], ("round", "1.1")]),
    ] {
        is_described(&description, "get", path, &server.api(path, query).fine());
    }
}

fn read(path: &str) -> String {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(root.join("../..").join(path)).expect("a file")
}

fn description() -> Value {
    let text = read("crates/lastknight-server/src/api/openapi.json");
    serde_json::from_str(&text).expect("JSON")
}

/// The page for people names every address.
#[test]
fn the_page_names_every_address() {
    let page = read("docs/http-api.md");
    for path in description()["paths"].as_object().expect("paths").keys() {
        assert!(page.contains(&format!("`{path}`")), "{path}");
    }
}

/// The page on JSON lists the fields of every shape that it describes, and no others.
#[test]
fn the_page_lists_every_field() {
    let (page, description) = (read("docs/json.md"), description());
    let fields = |name: &str| -> BTreeSet<String> {
        let schema = &description["components"]["schemas"][name];
        assert!(schema.is_object(), "there is no shape {name}");
        let properties = schema["properties"].as_object().into_iter().flatten();
        properties.map(|(field, _)| field.clone()).collect()
    };
    let mut shapes = 0;
    for section in page.split("\n### ").skip(1) {
        let section = section.split("\n## ").next().unwrap_or_default();
        let (name, text) = section.split_once('\n').expect("a heading");
        let quoted = |text: &str| text.split('`').skip(1).step_by(2).map(str::to_owned).collect();
        let mut listed: BTreeSet<String> = text
            .lines()
            .filter_map(|line| line.strip_prefix("| `")?.split(" |").next())
            .flat_map(|cell| -> Vec<String> { quoted(&format!("`{cell}")) })
            .collect();
        if let Some((_, rest)) = text.split_once("the fields of `") {
            listed.extend(fields(rest.split('`').next().unwrap_or_default()));
        }
        assert_eq!(listed, fields(name), "{name}");
        shapes += 1;
    }
    assert!(shapes > 20, "{shapes}");
}
